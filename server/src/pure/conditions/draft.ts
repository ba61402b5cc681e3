import type { FilterProblem } from './problem.ts';
import type { Filter, ValueField } from './tree.ts';

/** What is left of a filter to be understood: its raw value and unit, and the list its problems go to. */
export type Draft = {
  readonly value: unknown;
  readonly unit: unknown;
  readonly problems: FilterProblem[];
  /** Undefined when it was refused: the value is looked at all the same, so that the caller hears of both. */
  readonly of?: ValueField | undefined;
};

export type Understood = Omit<Filter, 'field' | 'operator'>;
