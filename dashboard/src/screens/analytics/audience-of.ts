import type { AudienceDay } from '../../api/analytics.ts';
import { dayLater, type Period } from './period.ts';

export interface AudienceSeries {
  readonly days: readonly string[];
  /** The figures of each day; null where the API has none. */
  readonly found: readonly (AudienceDay | null)[];
}

/** Every day of the period. Days from before contacts were counted are gaps, not zeros. */
export function audienceOf(period: Pick<Period, 'from' | 'days'>, found: readonly AudienceDay[]): AudienceSeries {
  const byDay = new Map(found.map((day) => [day.date, day]));
  const days = Array.from({ length: period.days }, (_, index) => dayLater(period.from, index));
  return { days, found: days.map((day) => byDay.get(day) ?? null) };
}

const sourceNames: Readonly<Record<string, string>> = {
  api: 'API and dashboard',
  send: 'First mail to the address',
  track: 'Tracked events',
  bulk: 'Bulk changes',
  import: 'CSV import',
  workflow: 'Workflows',
  page: 'Recipient pages',
  inbound: 'Incoming mail',
};

/** Where contacts came from, the most first. */
export function sourcesOf(days: readonly AudienceDay[]): readonly { readonly name: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const { bySource } of days) {
    for (const [source, count] of Object.entries(bySource)) counts.set(source, (counts.get(source) ?? 0) + count);
  }
  return [...counts]
    .map(([source, count]) => ({ name: sourceNames[source] ?? source, count }))
    .toSorted((one, other) => other.count - one.count);
}
