import type { Condition, Meaning } from '../tree.ts';
import { filtersOf } from '../walk.ts';
import { never, piece, type SqlPiece } from './piece.ts';
import { sourceOf } from './source.ts';

export type FilterCounts = {
  readonly path: string;
  /** True for a contact without a value; null when the filter is about events, segments or a workflow's context. */
  readonly missing: SqlPiece | null;
  /** True for a contact whose value is a day, which a time operator cannot use. */
  readonly dayOnly: SqlPiece | null;
};

/** What the segment builder shows for each filter (D-347), as expressions over one row `c` of contacts. */
export const filterCounts = (tree: Condition): FilterCounts[] =>
  Array.from(filtersOf(tree), ({ path, filter }) => ({ path, ...countsOf(filter.meaning) }));

function countsOf(meaning: Meaning): Omit<FilterCounts, 'path'> {
  if (!('of' in meaning) || meaning.of.kind === 'context') return { missing: null, dayOnly: null };
  if (meaning.of.kind !== 'data') return { missing: never, dayOnly: never };
  const { text } = sourceOf(meaning.of);
  const isDay = piece`case when length(${text}) = 10 then condition_moment(${text}) is not null end`;
  return { missing: piece`${text} is null`, dayOnly: meaning.kind === 'age' ? isDay : never };
}
