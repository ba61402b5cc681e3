import { limits } from '#pure/limits';
import { type ConditionProblem, type ProblemPath, report } from './problem.ts';
import type { FieldOptions } from './read-field.ts';
import { readFilter } from './read-filter.ts';
import type { Condition, Filter, Group } from './tree.ts';

export type ConditionReading = { ok: true; tree: Condition } | { ok: false; problems: ConditionProblem[] };

type ReadState = { options: FieldOptions; problems: ConditionProblem[]; groups: number; filters: number };

/**
 * Reads a condition as a caller sends it or as it was stored (section 1.1), with all its problems at once.
 * Limit: anything beyond the limits of D-303 is skipped, so that no input costs more than the largest tree.
 */
export function readCondition(raw: unknown, options: FieldOptions): ConditionReading {
  const state: ReadState = { options, problems: [], groups: 0, filters: 0 };
  const tree = readTree(state, raw, [], 1);
  return state.problems.length > 0 ? { ok: false, problems: state.problems } : { ok: true, tree };
}

function readTree(state: ReadState, raw: unknown, path: ProblemPath, level: number): Condition {
  const tree: Condition = { logic: 'AND', groups: [] };
  if (level > limits.conditionLevels) {
    report(state.problems, path, tooBig(`Conditions are nested at most ${limits.conditionLevels} levels deep.`));
    return tree;
  }
  if (!isObject(raw)) {
    report(state.problems, path, {
      code: 'invalid_type',
      message: 'A condition is an object with logic and groups.',
    });
    return tree;
  }
  return {
    logic: readLogic(state, raw.logic, [...path, 'logic']),
    groups: readGroups(state, raw.groups, [...path, 'groups'], level),
  };
}

function readLogic(state: ReadState, raw: unknown, path: ProblemPath): Condition['logic'] {
  if (raw === 'AND' || raw === 'OR') return raw;
  const message = 'Logic is AND or OR.';
  if (isMissing(raw)) report(state.problems, path, { code: 'required', message });
  else report(state.problems, path, { code: typeof raw === 'string' ? 'invalid_enum_value' : 'invalid_type', message });
  return 'AND';
}

function readGroups(state: ReadState, raw: unknown, path: ProblemPath, level: number): Group[] {
  if (!isList(state, raw, path, 'Groups are a list with at least one entry.')) return [];
  if (raw.length === 0) {
    report(state.problems, path, { code: 'too_small', message: 'A condition has at least one group.' });
  }
  state.groups += raw.length;
  if (state.groups > limits.conditionGroups) {
    report(state.problems, path, tooBig(`A condition has at most ${limits.conditionGroups} groups.`));
    return [];
  }
  return raw.map((group, index) => readGroup(state, group, [...path, index], level));
}

function readGroup(state: ReadState, raw: unknown, path: ProblemPath, level: number): Group {
  if (!isObject(raw)) {
    report(state.problems, path, { code: 'invalid_type', message: 'A group is an object with filters.' });
    return { filters: [] };
  }
  const isNested = !isMissing(raw.conditions);
  const filters = readFilters(state, raw.filters, [...path, 'filters'], isNested);
  if (!isNested) return { filters };
  return { filters, conditions: readTree(state, raw.conditions, [...path, 'conditions'], level + 1) };
}

function readFilters(state: ReadState, raw: unknown, path: ProblemPath, isNested: boolean): Filter[] {
  if (isMissing(raw) && isNested) return [];
  if (isMissing(raw) || (Array.isArray(raw) && raw.length === 0 && !isNested)) {
    report(state.problems, path, { code: 'too_small', message: 'A group has at least one filter or a condition.' });
    return [];
  }
  if (!isList(state, raw, path, 'Filters are a list.')) return [];
  state.filters += raw.length;
  if (state.filters > limits.conditionFilters) {
    report(state.problems, path, tooBig(`A condition has at most ${limits.conditionFilters} filters.`));
    return [];
  }
  return raw.flatMap((filter, index) => readOne(state, filter, [...path, index]));
}

function readOne(state: ReadState, raw: unknown, path: ProblemPath): Filter[] {
  const { filter, problems } = readFilter(raw, state.options);
  for (const { key, ...problem } of problems) report(state.problems, key ? [...path, key] : path, problem);
  return filter ? [filter] : [];
}

const isMissing = (raw: unknown): raw is undefined | null => raw === undefined || raw === null;

const isObject = (raw: unknown): raw is Record<string, unknown> =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw);

function isList(state: ReadState, raw: unknown, path: ProblemPath, message: string): raw is unknown[] {
  if (Array.isArray(raw)) return true;
  report(state.problems, path, { code: isMissing(raw) ? 'required' : 'invalid_type', message });
  return false;
}

const tooBig = (message: string) => ({ code: 'too_big', message }) as const;
