import type { SeriesPoint } from '../../api/home.ts';
import { formatCount, formatRate } from '../../widgets/figures/format.ts';

const days = 14;

export interface Trend {
  readonly name: 'Accepted' | 'Delivered' | 'Clicked';
  readonly kind: 'count' | 'rate';
  /** On the axis. */
  readonly unit: string;
  readonly figure: string;
  /** What the figure counts, or what it is a share of. */
  readonly of: string;
  readonly comparison: string;
  /** One for each day, the oldest first; null where there is no base for a rate. */
  readonly now: readonly (number | null)[];
  readonly before: readonly (number | null)[];
}

export interface Trends {
  /** The days of the newer fourteen, as `YYYY-MM-DD`. */
  readonly dates: readonly string[];
  readonly all: readonly Trend[];
}

/** Three trends of fourteen days beside the fourteen days before, from twenty-eight days or fewer. */
export function trendsOf(points: readonly SeriesPoint[]): Trends {
  const now = points.slice(-days);
  const before = points.slice(0, -days);
  return {
    dates: now.map(({ date }) => date),
    all: [
      countTrend(now, before),
      rateTrend('Delivered', now, before, 'accepted', 'delivered'),
      rateTrend('Clicked', now, before, 'delivered', 'clicks'),
    ],
  };
}

type Figure = 'accepted' | 'delivered' | 'clicks';

const sumOf = (points: readonly SeriesPoint[], figure: Figure): number =>
  points.reduce((sum, point) => sum + point[figure], 0);

function countTrend(now: readonly SeriesPoint[], before: readonly SeriesPoint[]): Trend {
  const total = sumOf(now, 'accepted');
  return {
    name: 'Accepted',
    kind: 'count',
    unit: 'mails a day',
    figure: formatCount(total),
    of: total === 1 ? 'mail' : 'mails',
    comparison: countComparison(total, sumOf(before, 'accepted')),
    now: now.map(({ accepted }) => accepted),
    before: before.map(({ accepted }) => accepted),
  };
}

function rateTrend(
  name: 'Delivered' | 'Clicked',
  now: readonly SeriesPoint[],
  before: readonly SeriesPoint[],
  base: Figure,
  part: Figure,
): Trend {
  const rate = (points: readonly SeriesPoint[]) => percentOf(sumOf(points, part), sumOf(points, base));
  const daily = (points: readonly SeriesPoint[]) => points.map((point) => percentOf(point[part], point[base]));
  const total = sumOf(now, base);
  return {
    name,
    kind: 'rate',
    unit: `% of ${base}`,
    figure: formatRate(Math.min(sumOf(now, part), total), total) ?? 'None yet',
    of: `of ${formatCount(total)} ${base}`,
    comparison: rateComparison(rate(now), rate(before)),
    now: daily(now),
    before: daily(before),
  };
}

/** Why never above 100: each figure counts on the day it happened, so a mail of 23:59 is delivered a day after it was accepted. */
const percentOf = (part: number, base: number): number | null =>
  base > 0 ? Math.min(100, Math.round((part / base) * 1000) / 10) : null;

function countComparison(now: number, before: number): string {
  if (before === 0) return 'None in the 14 days before; today is not over';
  const change = Math.round(((now - before) / before) * 100);
  if (change === 0) return 'As many as before; today is not over';
  const size = `${formatCount(Math.abs(change))}\u00a0%`;
  return `${size} ${change > 0 ? 'more' : 'fewer'} than before; today is not over`;
}

function rateComparison(now: number | null, before: number | null): string {
  if (now === null) return 'No base for a share yet';
  if (before === null) return 'Nothing to compare in the 14 days before';
  const points = Math.round((now - before) * 10) / 10;
  if (points === 0) return 'As before';
  const size = formatCount(Math.abs(points));
  return `${size} ${Math.abs(points) === 1 ? 'point' : 'points'} ${points > 0 ? 'up' : 'down'}`;
}
