import type { InstanceContext } from '#platform/context';
import { lastSent } from '#platform/sent-log';
import { beginWorkerPause, lastResumedAt } from '#platform/worker-pause';
import { compareSent } from './compare-sent.ts';

const atOnce = 500;

/**
 * Pauses sending when the sent log has mail that the database does not know: it was restored to an earlier moment, or a standby that had not
 * got everything took over. After a fail-over without loss the database knows every attempt. What was settled by `resume-sending` does not count.
 */
export async function pauseIfBehind(ctx: InstanceContext): Promise<void> {
  const folder = ctx.config.SENT_LOG;
  if (folder === null) return;
  const settledAt = (await lastResumedAt(ctx))?.toISOString() ?? '';
  const last = (await lastSent(folder)).filter(({ at }) => at > settledAt);
  let behind = 0;
  for (let from = 0; from < last.length; from += atOnce) {
    const findings = await compareSent(ctx, last.slice(from, from + atOnce));
    behind += findings.filter((finding) => finding === 'lost' || finding === 'waiting').length;
  }
  if (behind === 0) return;
  await beginWorkerPause(ctx, 'worker');
  ctx.log.error(
    { mails: behind },
    'mail has left that the database does not know: it went back in time, sending is paused',
  );
}
