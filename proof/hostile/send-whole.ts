import type { HostileRun } from './scenes.ts';
import { tryRequest, waitProblems } from './try-request.ts';
import type { WholeRequest } from './whole-requests.ts';

/**
 * Bodies of up to 60 MB are allowed, and one of them is held three times while it is read: as bytes, as text and as what was
 * read from it.
 */
const mostGrown = (bodyBytes: number): number => 150 * 1_048_576 + 3 * bodyBytes;

/** Sends a large body and says what was wrong. */
export async function sendWhole(
  run: HostileRun,
  { path, body, status: wanted }: WholeRequest,
): Promise<{ failures: string[]; detail: string }> {
  const { victim } = run;
  const { project } = await run.newScene();
  const text = body();
  await run.forgetRates();
  const { rssBytes } = await victim.read('gc');
  victim.peakBytes();
  const trial = await tryRequest(run, async () => {
    const response = await fetch(victim.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${project.secretKey}`, 'content-type': 'application/json' },
      body: text,
    });
    await response.arrayBuffer();
    return response.status;
  });
  const grown = Math.max(0, victim.peakBytes() - rssBytes);
  const { status, waitMs, processorMs } = trial;
  const failures = waitProblems(trial);
  if (wanted === 200 ? status !== 200 : status < 400 || status >= 500) failures.push(`answered ${status}`);
  if (grown > mostGrown(text.length)) failures.push(`memory grew by ${Math.round(grown / 1_048_576)} MB`);
  if (victim.hasEnded) throw new Error(`${path}: the process has ended`);
  return {
    failures,
    detail: `${status}, ${Math.round(processorMs)} ms of the processor, ${Math.round(waitMs)} ms waited, +${Math.round(grown / 1_048_576)} MB`,
  };
}
