import type { Condition, Meaning } from '../tree.ts';
import { filtersOf } from '../walk.ts';
import type { SqlPiece } from './piece.ts';
import { never, piece } from './piece.ts';
import { sourceOf } from './source.ts';

export type FilterFigures = {
  readonly path: string;
  /** True for a contact without a value; null when the filter asks about events, segments or a workflow's context. */
  readonly missing: SqlPiece | null;
  /** True for a contact whose value is a day, which a time operator cannot use. */
  readonly dayOnly: SqlPiece | null;
};

/** What a builder wants to know of each filter (D-347), as expressions over one row `c` of contacts. */
export const figuresOf = (tree: Condition): FilterFigures[] =>
  Array.from(filtersOf(tree), ({ path, filter }) => ({ path, ...figures(filter.meaning) }));

function figures(meaning: Meaning): Omit<FilterFigures, 'path'> {
  if (!('of' in meaning) || meaning.of.kind === 'context') return { missing: null, dayOnly: null };
  if (meaning.of.kind !== 'data') return { missing: never, dayOnly: never };
  const { text } = sourceOf(meaning.of);
  const isDay = piece`case when length(${text}) = 10 then condition_moment(${text}) is not null end`;
  return { missing: piece`${text} is null`, dayOnly: meaning.kind === 'age' ? isDay : never };
}
