import type { PeriodStats } from '../../api/analytics.ts';
import { formatCount, formatRate } from '../../widgets/figures/format.ts';

export interface Figure {
  readonly label: string;
  readonly value: string;
  readonly note: string;
}

/** The four figures of the overview, each with its base and the change since the period before. */
export function figuresOf(now: PeriodStats, before: PeriodStats | undefined): readonly Figure[] {
  const { accepted, delivered } = now.balance;
  return [
    {
      label: 'Accepted',
      value: formatCount(accepted),
      note: before ? countChange(accepted, before.balance.accepted) : 'mails in the period',
    },
    {
      label: 'Delivered',
      value: formatRate(delivered, accepted) ?? 'none yet',
      note: withChange(
        `of ${formatCount(accepted)} accepted`,
        pointChange(share(delivered, accepted), before && share(before.balance.delivered, before.balance.accepted)),
      ),
    },
    {
      label: 'Clicked',
      value: accepted === 0 ? 'none yet' : (formatRate(now.clickRate, 100) ?? ''),
      note: withChange(
        'of those handed over',
        pointChange(now.clickRate, before && before.balance.accepted > 0 ? before.clickRate : undefined),
      ),
    },
    {
      label: 'Unsubscribed',
      value: formatCount(now.totalUnsubscribes),
      note: before ? countChange(now.totalUnsubscribes, before.totalUnsubscribes) : 'people, whatever the cause',
    },
  ];
}

const share = (part: number, base: number): number | undefined => (base === 0 ? undefined : (part / base) * 100);

const withChange = (base: string, change: string | null): string => (change === null ? base : `${base}; ${change}`);

function countChange(now: number, before: number): string {
  if (before === 0) return now === 0 ? 'none before either' : 'none in the period before';
  const percent = Math.round((Math.abs(now - before) / before) * 100);
  if (percent === 0) return `as many as the ${formatCount(before)} before`;
  return `${percent}\u00a0% ${now > before ? 'more' : 'fewer'} than ${formatCount(before)}`;
}

function pointChange(now: number | undefined, before: number | undefined): string | null {
  if (now === undefined || before === undefined) return null;
  const points = Math.round(Math.abs(now - before) * 10) / 10;
  return points === 0 ? 'unchanged' : `${points} points ${now > before ? 'up' : 'down'}`;
}
