import type { ConditionProblem, Path } from './problem.ts';
import { report } from './problem.ts';
import type { FieldOptions } from './read-field.ts';
import { readFilter } from './read-filter.ts';
import type { Condition, Filter, Group } from './tree.ts';
import { limits } from './tree.ts';

export type ConditionReading = { ok: true; tree: Condition } | { ok: false; problems: ConditionProblem[] };

type Reading = { options: FieldOptions; problems: ConditionProblem[]; groups: number; filters: number };

/**
 * Reads a condition as a caller sends it or as it was stored (section 1.1), with all its problems at once.
 * Limit: whatever is beyond the limits of D-303 is not looked at, so that no input costs more than the largest tree.
 */
export function readCondition(raw: unknown, options: FieldOptions): ConditionReading {
  const reading: Reading = { options, problems: [], groups: 0, filters: 0 };
  const tree = readTree(reading, raw, [], 1);
  return reading.problems.length > 0 ? { ok: false, problems: reading.problems } : { ok: true, tree };
}

function readTree(reading: Reading, raw: unknown, path: Path, level: number): Condition {
  const tree: Condition = { logic: 'AND', groups: [] };
  if (level > limits.nesting) {
    report(reading.problems, path, tooBig(`Conditions are nested at most ${limits.nesting} levels deep.`));
    return tree;
  }
  if (!isObject(raw)) {
    report(reading.problems, path, {
      code: 'invalid_type',
      message: 'A condition is an object with logic and groups.',
    });
    return tree;
  }
  return {
    logic: readLogic(reading, raw.logic, [...path, 'logic']),
    groups: readGroups(reading, raw.groups, [...path, 'groups'], level),
  };
}

function readLogic(reading: Reading, raw: unknown, path: Path): Condition['logic'] {
  if (raw === 'AND' || raw === 'OR') return raw;
  const message = 'Logic is AND or OR.';
  if (isMissing(raw)) report(reading.problems, path, { code: 'required', message });
  else
    report(reading.problems, path, { code: typeof raw === 'string' ? 'invalid_enum_value' : 'invalid_type', message });
  return 'AND';
}

function readGroups(reading: Reading, raw: unknown, path: Path, level: number): Group[] {
  if (!isList(reading, raw, path, 'Groups are a list with at least one entry.')) return [];
  if (raw.length === 0) {
    report(reading.problems, path, { code: 'too_small', message: 'A condition has at least one group.' });
  }
  reading.groups += raw.length;
  if (reading.groups > limits.groups) {
    report(reading.problems, path, tooBig(`A condition has at most ${limits.groups} groups.`));
    return [];
  }
  return raw.map((group, index) => readGroup(reading, group, [...path, index], level));
}

function readGroup(reading: Reading, raw: unknown, path: Path, level: number): Group {
  if (!isObject(raw)) {
    report(reading.problems, path, { code: 'invalid_type', message: 'A group is an object with filters.' });
    return { filters: [] };
  }
  const isNested = !isMissing(raw.conditions);
  const filters = readFilters(reading, raw.filters, [...path, 'filters'], isNested);
  if (!isNested) return { filters };
  return { filters, conditions: readTree(reading, raw.conditions, [...path, 'conditions'], level + 1) };
}

function readFilters(reading: Reading, raw: unknown, path: Path, isNested: boolean): Filter[] {
  if (isMissing(raw) && isNested) return [];
  if (isMissing(raw) || (Array.isArray(raw) && raw.length === 0 && !isNested)) {
    report(reading.problems, path, { code: 'too_small', message: 'A group has at least one filter or a condition.' });
    return [];
  }
  if (!isList(reading, raw, path, 'Filters are a list.')) return [];
  reading.filters += raw.length;
  if (reading.filters > limits.filters) {
    report(reading.problems, path, tooBig(`A condition has at most ${limits.filters} filters.`));
    return [];
  }
  return raw.flatMap((filter, index) => readOne(reading, filter, [...path, index]));
}

function readOne(reading: Reading, raw: unknown, path: Path): Filter[] {
  const { filter, problems } = readFilter(raw, reading.options);
  for (const { key, ...problem } of problems) report(reading.problems, key ? [...path, key] : path, problem);
  return filter ? [filter] : [];
}

const isMissing = (raw: unknown): raw is undefined | null => raw === undefined || raw === null;

const isObject = (raw: unknown): raw is Record<string, unknown> =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw);

function isList(reading: Reading, raw: unknown, path: Path, message: string): raw is unknown[] {
  if (Array.isArray(raw)) return true;
  report(reading.problems, path, { code: isMissing(raw) ? 'required' : 'invalid_type', message });
  return false;
}

const tooBig = (message: string) => ({ code: 'too_big', message }) as const;
