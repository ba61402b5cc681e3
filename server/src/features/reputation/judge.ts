import {
  countOf,
  hasMinimum,
  kinds,
  type MailSource,
  type RateKind,
  type ReputationStats,
  rateOf,
  without,
} from './stats.ts';
import { lines, type ThresholdLine, thresholds } from './thresholds.ts';

export type Metric = 'bounceRate' | 'complaintRate' | 'bounceCount' | 'complaintCount';
export type PauseCause =
  | 'BOUNCE_RATE'
  | 'COMPLAINT_RATE'
  | 'NEW_PROJECT_BOUNCES'
  | 'NEW_PROJECT_COMPLAINTS'
  | 'CHECK_FAILED';

/** A line that was crossed. */
export interface Crossing {
  readonly metric: Metric;
  readonly line: ThresholdLine;
  readonly value: number;
  readonly threshold: number;
}

/** What must stop, and why. */
export interface Stop {
  readonly what: 'ALL' | 'MARKETING' | MailSource;
  readonly cause: PauseCause;
  /** Null when a check failed. */
  readonly value: number | null;
  readonly threshold: number | null;
}

export interface ReputationVerdict {
  readonly crossings: readonly Crossing[];
  readonly stops: readonly Stop[];
}

/**
 * The rule of P12 and D-1133. `stopped` are sources that are paused already: their mail no longer counts against the rest.
 * `canStop` lists the scopes that can pause their own mail; the others are stopped with all marketing.
 */
export function judge(
  stats: ReputationStats,
  { stopped, canStop }: { stopped: readonly MailSource[]; canStop: ReadonlySet<string> },
): ReputationVerdict {
  const crossings = [...kinds.flatMap((kind) => rateCrossings(kind, stats)), ...countCrossings(stats)];
  const everything = crossings.filter(({ line }) => line === 'pauseAll').map((crossing) => stopFor('ALL', crossing));
  if (everything.length > 0) return { crossings, stops: everything.slice(0, 1) };
  const marketing = kinds.flatMap((kind) => {
    const crossing = crossings.find((one) => one.metric === metricOf[kind] && one.line === 'pauseMarketing');
    return crossing ? stopsOf(kind, crossing, stats, { stopped, canStop }) : [];
  });
  return { crossings, stops: marketing };
}

const metricOf = { bounce: 'bounceRate', complaint: 'complaintRate' } as const satisfies Record<RateKind, Metric>;

function rateCrossings(kind: RateKind, { week }: ReputationStats): Crossing[] {
  if (!hasMinimum(kind, week)) return [];
  const value = rateOf(kind, week);
  return lines
    .filter((line) => value >= thresholds[kind][line])
    .map((line) => ({ metric: metricOf[kind], line, value, threshold: thresholds[kind][line] }));
}

function countCrossings({ isNewProject, day }: ReputationStats): Crossing[] {
  if (!isNewProject) return [];
  const { bounces24h, complaints24h } = thresholds.newProject;
  const all = (metric: Metric, value: number, threshold: number): Crossing[] =>
    value >= threshold ? [{ metric, line: 'pauseAll', value, threshold }] : [];
  return [...all('bounceCount', day.bounces, bounces24h), ...all('complaintCount', day.complaints, complaints24h)];
}

const causes: Record<Metric, PauseCause> = {
  bounceRate: 'BOUNCE_RATE',
  complaintRate: 'COMPLAINT_RATE',
  bounceCount: 'NEW_PROJECT_BOUNCES',
  complaintCount: 'NEW_PROJECT_COMPLAINTS',
};

const stopFor = (what: Stop['what'], { metric, value, threshold }: Crossing): Stop => ({
  what,
  cause: causes[metric],
  value,
  threshold,
});

/** One source that caused more than half is stopped alone, unless the line is crossed without it too. */
function stopsOf(
  kind: RateKind,
  crossing: Crossing,
  { week, sources }: ReputationStats,
  { stopped, canStop }: { stopped: readonly MailSource[]; canStop: ReadonlySet<string> },
): Stop[] {
  const isStopped = (source: MailSource): boolean => stopped.some((one) => isSame(one, source));
  const running = sources.filter((source) => !isStopped(source));
  const rest = without(
    week,
    sources.filter(isStopped).map((source) => source.week),
  );
  const isCrossed = (counts: typeof week): boolean =>
    hasMinimum(kind, counts) && rateOf(kind, counts) >= thresholds[kind].pauseMarketing;
  if (!isCrossed(rest)) return [];
  const main = running.find(
    (source) => canStop.has(source.scope) && 2 * countOf(kind, source.week) > countOf(kind, rest),
  );
  if (!main) return [stopFor('MARKETING', crossing)];
  const alone = stopFor({ scope: main.scope, targetId: main.targetId }, crossing);
  return isCrossed(without(rest, [main.week])) ? [alone, stopFor('MARKETING', crossing)] : [alone];
}

const isSame = (one: MailSource, other: MailSource): boolean =>
  one.scope === other.scope && one.targetId === other.targetId;
