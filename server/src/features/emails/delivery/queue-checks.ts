import { type CheckFinding, type DoctorCheck, finding } from '#platform/doctor';
import { type Lane, lanes } from './lanes.ts';
import type { DepthRow } from './metrics.ts';

/** From when on a wait is unusual, and from when on something must be broken. */
const limitsOf: Record<Lane, { readonly warnSeconds: number; readonly failSeconds: number; readonly normal: string }> =
  {
    transactional: { warnSeconds: 30, failSeconds: 180, normal: '1 s' },
    workflow: { warnSeconds: 300, failSeconds: 3_600, normal: 'some seconds' },
    campaign: { warnSeconds: 3_600, failSeconds: 6 * 3_600, normal: 'minutes' },
  };

export const waitingCheck: DoctorCheck = {
  id: 'queue.waiting',
  group: 'queue',
  why: 'Mail that is due should be on its way.',
  async run(ctx) {
    const rows = await ctx.dispatch<DepthRow>('delivery_depths', []);
    return rows.flatMap((row): CheckFinding[] => {
      const lane = lanes[row.lane];
      return lane ? [judgeLane(lane, Number(row.waiting), row.oldest_seconds)] : [];
    });
  },
};

function judgeLane(lane: Lane, waiting: number, seconds: number): CheckFinding {
  const about = finding(`queue.waiting:${lane}`, waitingCheck.why);
  const { warnSeconds, failSeconds, normal } = limitsOf[lane];
  if (seconds < warnSeconds) return about.pass(`Mails due in the lane ${lane}: ${waiting}.`);
  const judge = seconds < failSeconds ? about.warn : about.fail;
  return judge(
    `The oldest ${lane} mail waits ${spoken(seconds)} (normal: ${normal}). Mails due: ${waiting}.`,
    'See whether a worker runs and its relay takes mail; start more workers if both do.',
  );
}

const spoken = (seconds: number): string =>
  seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;

/** How much longer than DOUBT_WAIT_SECONDS a doubt may last, since it is settled by a worker that has other work. */
const settlingSeconds = 600;

export const doubtCheck: DoctorCheck = {
  id: 'queue.doubts',
  group: 'queue',
  why: 'A mail whose hand-over got no answer may or may not have left; it is settled after DOUBT_WAIT_SECONDS.',
  async run(ctx) {
    const [row] = await ctx.dispatch<{ doubts: string; oldest_seconds: number }>('delivery_doubts', []);
    const about = finding(this.id, this.why);
    const doubts = Number(row?.doubts ?? 0);
    if (doubts === 0 || !row) return [about.pass('No mail is in doubt.')];
    const seen = `Mails in doubt: ${doubts}, the oldest for ${spoken(row.oldest_seconds)}.`;
    const isLate = row.oldest_seconds > ctx.config.DOUBT_WAIT_SECONDS + settlingSeconds;
    return [isLate ? about.warn(seen, 'See whether a worker runs, and what the relay has logged.') : about.pass(seen)];
  },
};
