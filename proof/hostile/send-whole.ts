import { bearer, sendRequest } from '../../server/testing/client.ts';
import type { HostileRun } from './hostile-run.ts';
import { tryRequest, waitProblems } from './try-request.ts';
import type { WholeRequest } from './whole-requests.ts';

/**
 * Bodies of up to 60 MB are allowed, and one of them is held three times while it is parsed: as bytes, as text and as the
 * parsed value.
 */
const maxGrown = (bodyBytes: number): number => 150 * 1_048_576 + 3 * bodyBytes;

/** Sends a large body and returns what was wrong. */
export async function sendWhole(
  run: HostileRun,
  { path, body, status: expected }: WholeRequest,
): Promise<{ failures: string[]; detail: string }> {
  const { victim } = run;
  const { project } = await run.newFixture();
  const text = body();
  await run.resetRateLimits();
  const { rssBytes } = await victim.read('gc');
  victim.peakBytes();
  const trial = await tryRequest(run, async () => {
    const headers = { ...bearer(project.secretKey), 'content-type': 'application/json' };
    return (await sendRequest(victim.url, { method: 'POST', path, headers, raw: text })).status;
  });
  const grown = Math.max(0, victim.peakBytes() - rssBytes);
  const { status, waitMs, processorMs } = trial;
  const failures = waitProblems(trial);
  if (expected === 200 ? status !== 200 : status < 400 || status >= 500) failures.push(`returned ${status}`);
  if (grown > maxGrown(text.length)) failures.push(`memory grew by ${Math.round(grown / 1_048_576)} MB`);
  if (victim.hasEnded) throw new Error(`${path}: the process has ended`);
  return {
    failures,
    detail: `${status}, ${Math.round(processorMs)} ms of the processor, ${Math.round(waitMs)} ms waited, +${Math.round(grown / 1_048_576)} MB`,
  };
}
