import { checkCondition } from '../../widgets/condition-builder/condition-check.ts';
import type { Condition, Group, Operator, Rule, Unit } from '../../widgets/condition-builder/condition-tree.ts';

export type ReadCondition =
  | { readonly tree: Condition; readonly problem: null }
  | { readonly tree: null; readonly problem: string };

const operators: ReadonlySet<string> = new Set<Operator>([
  'equals',
  'notEquals',
  'contains',
  'notContains',
  'greaterThan',
  'lessThan',
  'greaterThanOrEqual',
  'lessThanOrEqual',
  'exists',
  'notExists',
  'within',
  'olderThan',
  'triggered',
  'notTriggered',
  'triggeredWithin',
  'triggeredOlderThan',
  'notTriggeredWithin',
  'memberOfSegment',
  'notMemberOfSegment',
]);
const units: ReadonlySet<string> = new Set<Unit>(['minutes', 'hours', 'days']);

class Refusal extends Error {}

/** Reads a tree that was typed as JSON; the problem names the place. The server checks again, and knows more. */
export function readCondition(text: string): ReadCondition {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { tree: null, problem: `This is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
  try {
    const tree = levelOf(value, '', 1);
    const [first] = checkCondition(tree);
    return first
      ? { tree: null, problem: first.path === '' ? first.message : `${first.path}: ${first.message}` }
      : { tree, problem: null };
  } catch (error) {
    if (error instanceof Refusal) return { tree: null, problem: error.message };
    throw error;
  }
}

const deepest = 10;

function levelOf(value: unknown, path: string, depth: number): Condition {
  const { logic, groups } = objectOf(value, path);
  if (depth > deepest) refuse(path, `nests at most ${deepest} deep`);
  if (logic !== 'AND' && logic !== 'OR') return refuse(`${path}logic`, 'must be "AND" or "OR"');
  if (!Array.isArray(groups) || groups.length === 0)
    return refuse(`${path}groups`, 'must be a list with at least one group');
  return { logic, groups: groups.map((group, place) => groupOf(group, `${path}groups.${place}.`, depth)) };
}

function groupOf(value: unknown, path: string, depth: number): Group {
  const { filters = [], conditions } = objectOf(value, path);
  if (!Array.isArray(filters)) return refuse(`${path}filters`, 'must be a list');
  return {
    filters: filters.map((filter, place) => ruleOf(filter, `${path}filters.${place}.`)),
    ...(conditions !== undefined &&
      conditions !== null && { conditions: levelOf(conditions, `${path}conditions.`, depth + 1) }),
  };
}

function ruleOf(value: unknown, path: string): Rule {
  const { field, operator, value: wanted, unit } = objectOf(value, path);
  if (typeof field !== 'string') return refuse(`${path}field`, 'must be text');
  if (!isOperator(operator)) return refuse(`${path}operator`, 'is not one of the 19 operators');
  if (wanted !== undefined && wanted !== null && !isPlain(wanted))
    return refuse(`${path}value`, 'must be text, a number or true or false');
  if (unit !== undefined && unit !== null && !isUnit(unit))
    return refuse(`${path}unit`, 'must be "minutes", "hours" or "days"');
  return {
    field,
    operator,
    ...(isPlain(wanted) && { value: wanted }),
    ...(isUnit(unit) && { unit }),
  };
}

const isOperator = (value: unknown): value is Operator => typeof value === 'string' && operators.has(value);
const isUnit = (value: unknown): value is Unit => typeof value === 'string' && units.has(value);
const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

function objectOf(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  return refuse(path.slice(0, -1), 'must be an object');
}

function refuse(path: string, words: string): never {
  throw new Refusal(`${path === '' ? 'The tree' : path} ${words}.`);
}
