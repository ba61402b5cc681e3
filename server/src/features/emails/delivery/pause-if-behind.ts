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
  const unread = (file: string, error: unknown): void =>
    ctx.log.warn({ file, error }, 'a file of the sent log cannot be read, and is not compared');
  const last = (await lastSent(folder, unread)).filter(({ at }) => at > settledAt);
  const unknownAt: string[] = [];
  for (let from = 0; from < last.length; from += atOnce) {
    const entries = last.slice(from, from + atOnce);
    const findings = await compareSent(ctx, entries);
    const isUnknown = (place: number): boolean => findings[place] === 'lost' || findings[place] === 'waiting';
    unknownAt.push(...entries.filter((_entry, place) => isUnknown(place)).map(({ at }) => at));
  }
  const lastLeft = unknownAt.toSorted().at(-1);
  if (lastLeft === undefined) return;
  await beginWorkerPause(ctx, lastLeft);
  ctx.log.error(
    { mails: unknownAt.length },
    'mail has left that the database does not know: it went back in time, sending is paused',
  );
}
