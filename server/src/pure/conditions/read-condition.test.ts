import { describe, expect, test } from 'vitest';
import { conditionsSeed, randomOf, treesOf } from '#testing';
import { readCondition } from './read-condition.ts';
import { toJson } from './to-json.ts';

const uuid = '0192f0c2-7d11-7a52-8c0e-3b1f5a9d2e77';
const group = (...filters: unknown[]) => ({ logic: 'AND', groups: [{ filters }] });
const filter = (field: unknown, operator: unknown, value?: unknown, unit?: unknown) => ({
  field,
  operator,
  value,
  unit,
});

function problemsOf(raw: unknown, allowsContext = false): string[] {
  const reading = readCondition(raw, { allowsContext });
  return reading.ok ? [] : reading.problems.map(({ path, code }) => `${path.join('.')} ${code}`);
}

const at = (key: string, code: string): string[] => [`groups.0.filters.0.${key} ${code}`];

const accepted: [name: string, raw: unknown][] = [
  ['a filter', group(filter('data.plan', 'equals', 'pro'))],
  ['a group with a nested condition alone', { logic: 'OR', groups: [{ conditions: group(filter('a', 'exists')) }] }],
  ['conditions: null', { logic: 'OR', groups: [{ filters: [filter('a', 'exists')], conditions: null }] }],
  [
    'an empty list of filters beside a condition',
    { logic: 'OR', groups: [{ filters: [], conditions: group(filter('a', 'exists')) }] },
  ],
  ['an event without its prefix', group(filter('purchase', 'triggered'))],
  ['an event that looks like a field', group(filter('data.plan', 'triggered'))],
  ['an event called email', group(filter('event.email', 'triggered'))],
  ['an event of the platform', group(filter('contact.subscribed', 'triggered'))],
  ['an event of a segment', group(filter('segment.vip-users.entry', 'triggeredWithin', '7', 'days'))],
  ['a segment', group(filter(`segment.${uuid}`, 'memberOfSegment'))],
  ['a unit where none is needed, whatever it is', group(filter('a', 'equals', 1, 5))],
  ['a value where none is needed, whatever it is', group(filter('a', 'exists', { not: 'a value' }))],
  ['an address that is none', group(filter('email', 'equals', 'x'))],
  ['36,500 days', group(filter('createdAt', 'within', 36_500, 'days'))],
  ['a field of 300 characters', group(filter('😀'.repeat(300), 'exists'))],
];

const refused: [name: string, raw: unknown, problems: string[]][] = [
  ['nothing', undefined, [' invalid_type']],
  ['a list', [], [' invalid_type']],
  ['an empty object', {}, ['logic required', 'groups required']],
  ['logic in lower case', { ...group(filter('a', 'exists')), logic: 'and' }, ['logic invalid_enum_value']],
  ['logic that is no text', { ...group(filter('a', 'exists')), logic: 1 }, ['logic invalid_type']],
  ['no groups', { logic: 'AND', groups: [] }, ['groups too_small']],
  ['groups that are no list', { logic: 'AND', groups: {} }, ['groups invalid_type']],
  ['a group that is no object', { logic: 'AND', groups: [null] }, ['groups.0 invalid_type']],
  ['a group with neither', { logic: 'AND', groups: [{}] }, ['groups.0.filters too_small']],
  ['a group with no filters', { logic: 'AND', groups: [{ filters: [] }] }, ['groups.0.filters too_small']],
  ['filters that are no list', { logic: 'AND', groups: [{ filters: 'x' }] }, ['groups.0.filters invalid_type']],
  ['a nested list', { logic: 'AND', groups: [{ conditions: [] }] }, ['groups.0.conditions invalid_type']],
  ['a filter that is no object', group('x'), ['groups.0.filters.0 invalid_type']],
  ['a filter with nothing in it', group({}), [...at('field', 'required'), ...at('operator', 'required')]],
  ['a field that is no text', group(filter(1, 'exists')), at('field', 'invalid_type')],
  ['a field of 301 characters', group(filter('😀'.repeat(301), 'exists')), at('field', 'too_big')],
  ['an empty field', group(filter('', 'exists')), at('field', 'too_small')],
  ['U+0000 in a field', group(filter('a\0', 'exists')), at('field', 'invalid_string')],
  ['a prefix without a key', group(filter('data.', 'exists')), at('field', 'custom')],
  ['an unknown operator', group(filter('a', 'like', 'x')), at('operator', 'invalid_enum_value')],
  ['an inherited word as operator', group(filter('a', 'constructor', 'x')), at('operator', 'invalid_enum_value')],
  ['an operator the field does not have', group(filter('subscribed', 'contains', 'x')), at('operator', 'custom')],
  [
    'an order of addresses',
    group(filter('contact.email', 'greaterThan', 'x')),
    [...at('operator', 'custom'), ...at('value', 'invalid_type')],
  ],
  ['an event operator on a field', group(filter('email', 'triggered')), at('operator', 'custom')],
  ['a value operator on an event', group(filter('event.a', 'exists')), at('operator', 'custom')],
  ['a value operator on mail activity', group(filter('email.open', 'exists')), at('operator', 'custom')],
  ['a value operator on a segment', group(filter(`segment.${uuid}`, 'equals', 'x')), at('operator', 'custom')],
  ['unknown mail activity', group(filter('email.opens', 'triggered')), at('field', 'invalid_enum_value')],
  ['inherited mail activity', group(filter('event.email.constructor', 'triggered')), at('field', 'invalid_enum_value')],
  ['an event without a name', group(filter('event.', 'triggered')), at('field', 'custom')],
  ['a segment that is no id', group(filter('segment.vip', 'memberOfSegment')), at('field', 'custom')],
  ['a segment operator on a key', group(filter('vip', 'memberOfSegment')), at('field', 'custom')],
  ['no value', group(filter('a', 'equals')), at('value', 'required')],
  ['a value of null', group(filter('a', 'contains', null)), at('value', 'required')],
  ['an object as value', group(filter('a', 'equals', {})), at('value', 'invalid_type')],
  ['a list as value', group(filter('a', 'equals', ['x'])), at('value', 'invalid_type')],
  ['a number that is none', group(filter('a', 'equals', Number.NaN)), at('value', 'invalid_type')],
  ['1,001 characters', group(filter('a', 'equals', 'x'.repeat(1_001))), at('value', 'too_big')],
  ['U+0000 in a value', group(filter('a', 'equals', '\0')), at('value', 'invalid_string')],
  ['contains nothing', group(filter('a', 'contains', '')), at('value', 'too_small')],
  ['contains a boolean', group(filter('a', 'contains', true)), at('value', 'invalid_type')],
  ['an order of words', group(filter('a', 'lessThan', 'word')), at('value', 'invalid_type')],
  ['an order of booleans', group(filter('a', 'lessThan', true)), at('value', 'invalid_type')],
  ['an impossible day', group(filter('a', 'lessThan', '2026-02-30')), at('value', 'invalid_type')],
  ['a creation time that is a number', group(filter('createdAt', 'greaterThan', 5)), at('value', 'invalid_type')],
  ['a creation time that is no day', group(filter('createdAt', 'equals', 'today')), at('value', 'invalid_type')],
  ['a state that is no boolean', group(filter('subscribed', 'equals', 'yes')), at('value', 'invalid_type')],
  ['no unit', group(filter('a', 'within', 1)), at('unit', 'required')],
  ['an unknown unit', group(filter('a', 'within', 1, 'weeks')), at('unit', 'invalid_enum_value')],
  ['a unit that is no text', group(filter('a', 'within', 1, 1)), at('unit', 'invalid_type')],
  ['no length of time', group(filter('a', 'triggeredWithin', undefined, 'days')), at('value', 'required')],
  ['a length of time that is no number', group(filter('a', 'within', '1e3', 'days')), at('value', 'invalid_type')],
  ['no time at all', group(filter('a', 'within', 0, 'days')), at('value', 'too_small')],
  ['more than 36,500 days', group(filter('a', 'within', 36_501, 'days')), at('value', 'too_big')],
  [
    'everything wrong',
    group(filter('event.a', 'within', 'x')),
    [...at('operator', 'custom'), ...at('unit', 'required'), ...at('value', 'invalid_type')],
  ],
];

describe('reading a condition (D-301, D-304, D-305, D-309 to D-313, D-316)', () => {
  test.each(accepted)('accepts %s', (_name, raw) => {
    expect(problemsOf(raw)).toEqual([]);
  });

  test.each(refused)('refuses %s', (_name, raw, problems) => {
    expect(problemsOf(raw)).toEqual(problems);
  });

  test.each(['within', 'olderThan', 'triggeredWithin', 'triggeredOlderThan', 'notTriggeredWithin'])(
    'needs a unit with %s (D-302)',
    (operator) => {
      expect(problemsOf(group(filter('a', operator, 1)))).toEqual(at('unit', 'required'));
      for (const unit of ['minutes', 'hours', 'days']) {
        expect(problemsOf(group(filter('a', operator, 1, unit)))).toEqual([]);
      }
    },
  );

  test.each([
    ...['sent', 'delivery', 'delivered', 'open', 'opened', 'click', 'clicked', 'bounce', 'bounced'],
    ...['complaint', 'complained', 'received', 'failed', 'suppressed'],
  ])('knows the activity email.%s (D-308)', (word) => {
    expect(problemsOf(group(filter(`email.${word}`, 'triggered')))).toEqual([]);
  });

  test('drops unknown and unneeded keys and returns the rest as it was written', () => {
    const raw = {
      ...{ logic: 'AND', name: 'x' },
      groups: [
        {
          filters: [
            { ...filter('contact.plan', 'equals', 'pro', 'days'), note: 1 },
            filter('email.opened', 'triggered', 5),
          ],
        },
      ],
    };
    const reading = readCondition(raw, { allowsContext: false });
    expect(reading.ok && toJson(reading.tree)).toEqual({
      logic: 'AND',
      groups: [
        {
          filters: [
            { field: 'contact.plan', operator: 'equals', value: 'pro' },
            { field: 'email.opened', operator: 'triggered' },
          ],
        },
      ],
    });
  });

  test('reads the context of an execution only in steps', () => {
    for (const field of ['event.amount', 'workflow.coupon.code']) {
      expect(problemsOf(group(filter(field, 'equals', 5)), true)).toEqual([]);
    }
    expect(problemsOf(group(filter('event.amount', 'equals', 5)))).toEqual(at('operator', 'custom'));
    expect(problemsOf(group(filter('event.', 'exists')), true)).toEqual(at('field', 'custom'));
  });

  test('reading its own result returns the same tree', () => {
    for (const tree of treesOf(randomOf(conditionsSeed()), { segmentIds: [uuid], hints: [] }, 500)) {
      expect(readCondition(toJson(tree), { allowsContext: false })).toEqual({ ok: true, tree });
    }
  });
});

describe('the limits of a condition', () => {
  const nested = (levels: number): unknown =>
    Array.from({ length: levels - 1 }).reduce(
      (inner) => ({ logic: 'AND', groups: [{ conditions: inner }] }),
      group(filter('a', 'exists')),
    );
  const wide = (groups: number, filters: number): unknown => ({
    logic: 'AND',
    groups: Array.from(
      { length: groups },
      () => group(...Array.from({ length: filters }, () => filter('a', 'exists'))).groups[0],
    ),
  });

  test('nesting 10, groups 100, filters 200 are accepted and one more is not (D-303)', () => {
    expect(problemsOf(nested(10))).toEqual([]);
    expect(problemsOf(nested(11))).toEqual([`${'groups.0.conditions.'.repeat(10).slice(0, -1)} too_big`]);
    expect(problemsOf(wide(100, 2))).toEqual([]);
    expect(problemsOf(wide(101, 1))).toEqual(['groups too_big']);
    expect(problemsOf(wide(1, 201))).toEqual(['groups.0.filters too_big']);
    expect(problemsOf(wide(3, 67))).toEqual(['groups.2.filters too_big']);
  });

  test('at most 50 problems are reported', () => {
    expect(problemsOf(group(...Array.from({ length: 200 }, () => ({}))))).toHaveLength(50);
  });

  test('the largest inputs are refused without delay', () => {
    const inputs = [
      nested(1_000),
      wide(1, 10_000),
      wide(10_000, 1),
      group(...Array.from({ length: 200 }, () => filter('x'.repeat(5_000), 'equals', 'y'.repeat(5_000)))),
      group(filter('a', 'equals', '😀'.repeat(500_000))),
      group(filter(`data.${'.'.repeat(1_000_000)}`, 'exists')),
    ];

    const before = process.threadCpuUsage();
    for (const input of inputs) expect(problemsOf(input)).not.toEqual([]);

    expect(process.threadCpuUsage(before).user).toBeLessThan(500_000); // microseconds
  });
});
