import { type Condition, readCondition } from '../../src/pure/conditions/index.ts';
import { type Hint, vary } from './hints.ts';
import type { Random } from './random.ts';
import { keys, randomScalar, randomText } from './random-value.ts';

const valueOperators = [
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
];
const eventOperators = ['triggered', 'notTriggered', 'triggeredWithin', 'triggeredOlderThan', 'notTriggeredWithin'];
const segmentOperators = ['memberOfSegment', 'notMemberOfSegment'];

export const eventNames = [
  'purchase',
  'email.open',
  'email.click',
  'contact.subscribed',
  "o'brien; --",
  'data.plan',
  '😀',
  'a b',
];
const eventFields = [...eventNames, 'event.purchase', 'email.opened', 'event.email.clicked', 'never'];
const standardFields = ['email', 'subscribed', 'createdAt', 'updatedAt', 'contact.email', 'contact.createdAt'];
const deepKeys = [
  'a.b',
  'a.b.c',
  'a.0',
  'a.b.0',
  'tags.0',
  'a.__proto__',
  'a.b.c.z.a',
  '__proto__.a',
  'x y.z',
  'plan.a',
  'a.',
  '.a',
  'a.+1',
];
const windows = [1, '1', 7, '1.5', 30, 0.5, 0.0001, 365, 36_500];

/** What random filters are made of besides the fixed lists. */
export type FilterSources = { readonly segmentIds: readonly string[]; readonly hints: readonly Hint[] };

export const treesOf = (random: Random, sources: FilterSources, count: number): Condition[] =>
  Array.from({ length: count }, () => randomTree(random, sources));

/** A tree with one filter, which refers to one of these segments. */
export const reference = (random: Random, segmentIds: readonly string[]): Condition =>
  accepted({ logic: 'AND', groups: [{ filters: [rawReference(random, segmentIds)] }] });

/** A tree the reader accepts. */
export const randomTree = (random: Random, sources: FilterSources): Condition => accepted(rawTree(random, sources, 1));

function accepted(raw: unknown): Condition {
  const reading = readCondition(raw, { allowsContext: false });
  if (!reading.ok) throw new Error(`the generator made a bad tree: ${JSON.stringify(reading.problems)}`);
  return reading.tree;
}

function rawTree(random: Random, sources: FilterSources, level: number): unknown {
  const groups = Array.from({ length: 1 + random.below(level === 1 ? 4 : 2) }, () => rawGroup(random, sources, level));
  return { logic: random.pick(['AND', 'OR', 'OR']), groups };
}

function rawGroup(random: Random, sources: FilterSources, level: number): unknown {
  const isNested = level < 4 && random.chance(0.25);
  const filters = Array.from({ length: (isNested ? 0 : 1) + random.below(2) }, () => goodFilter(random, sources));
  return isNested ? { filters, conditions: rawTree(random, sources, level + 1) } : { filters };
}

/** Repeats until the reader accepts the filter: many values do not fit many operators. */
function goodFilter(random: Random, sources: FilterSources): unknown {
  for (;;) {
    const filter = rawFilter(random, sources);
    if (readCondition({ logic: 'AND', groups: [{ filters: [filter] }] }, { allowsContext: false }).ok) return filter;
  }
}

function rawFilter(random: Random, sources: FilterSources): Record<string, unknown> {
  const unit = random.pick(['minutes', 'hours', 'days']);
  if (random.chance(0.15)) {
    return {
      field: random.pick(eventFields),
      operator: random.pick(eventOperators),
      value: random.pick(windows),
      unit,
    };
  }
  const { segmentIds, hints } = sources;
  if (segmentIds.length > 0 && random.chance(0.08)) {
    return rawReference(random, segmentIds);
  }
  const operator = random.pick(valueOperators);
  if (hints.length > 0 && random.chance(0.5)) {
    const { field, value } = random.pick(hints);
    return { field, operator, value: vary(random, value), unit };
  }
  const isWindow = operator === 'within' || operator === 'olderThan';
  return { field: valueField(random), operator, value: isWindow ? random.pick(windows) : randomValue(random), unit };
}

const rawReference = (random: Random, segmentIds: readonly string[]): Record<string, unknown> => ({
  field: `segment.${random.pick(segmentIds)}`,
  operator: random.pick(segmentOperators),
});

function valueField(random: Random): string {
  if (random.chance(0.12)) return random.pick(standardFields);
  return `data.${random.chance(0.35) ? random.pick(deepKeys) : random.pick(random.chance(0.5) ? keys.slice(0, 8) : keys)}`;
}

function randomValue(random: Random): unknown {
  if (random.chance(0.1)) return random.pick(['ada@example.com', 'ADA@Example.com', 'example', 'a@b', '@EXAMPLE.']);
  const text = random.chance(0.3) ? randomText(random) : randomScalar(random);
  if (typeof text !== 'string' || random.chance(0.8)) return text;
  const start = random.below(text.length + 1);
  return text.slice(start, start + 1 + random.below(4)).toWellFormed();
}
