import { countNames } from '#features/events';
import type { ProjectContext } from '#platform/context';
import type { GivenReport } from '../period.ts';
import { loadScope } from './report-scope.ts';

export interface TopEvent {
  readonly name: string;
  readonly count: number;
  /** The change in per cent against the period of equal length before it; null when that had none. */
  readonly trend: number | null;
}

/** The most frequent names of tracked events (D-1022). */
export function topEvents(ctx: ProjectContext, query: GivenReport & { readonly limit: number }): Promise<TopEvent[]> {
  return ctx.read(async (reader) => {
    const { from, until } = await loadScope(reader, query);
    const names = await countNames(reader, { name: undefined, source: 'custom', period: { from, until } }, query.limit);
    const before = { from: new Date(2 * from.getTime() - until.getTime()), until: from };
    const filter = { name: names.map(({ name }) => name), source: undefined, period: before };
    const earlier = await countNames(reader, filter, names.length);
    const counts = new Map(earlier.map(({ name, count }) => [name, count]));
    return names.map(({ name, count }) => {
      const base = counts.get(name) ?? 0;
      return { name, count, trend: base === 0 ? null : Math.round(((count - base) / base) * 10_000) / 100 };
    });
  });
}
