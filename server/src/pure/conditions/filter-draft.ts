import type { FilterProblem } from './problem.ts';
import type { Filter, ValueField } from './tree.ts';

/** The part of a filter that is still to be read: its raw value and unit, and the list its problems go to. */
export type FilterDraft = {
  readonly value: unknown;
  readonly unit: unknown;
  readonly problems: FilterProblem[];
  /** Undefined when it was refused: the value is checked all the same, so that the caller gets both problems. */
  readonly of?: ValueField | undefined;
};

export type FilterContent = Omit<Filter, 'field' | 'operator'>;
