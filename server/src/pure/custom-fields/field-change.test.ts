import { describe, expect, test } from 'vitest';
import { type FieldChange, fieldChanges, sumChanges } from './field-change.ts';
import type { JsonObject } from './json-value.ts';

const change = (key: string, rest: Partial<FieldChange>): FieldChange => ({
  key,
  presence: 0,
  oldValue: null,
  newValue: null,
  oldType: null,
  newType: null,
  ...rest,
});

const cases: [name: string, before: JsonObject, after: JsonObject, changes: FieldChange[]][] = [
  ['nothing', {}, {}, []],
  ['equal values', { a: 1, b: { x: 1, y: 2 } }, { b: { y: 2, x: 1 }, a: 1 }, []],
  ['a new key', {}, { a: 'pro' }, [change('a', { presence: 1, newValue: 'pro', newType: 'string' })]],
  ['a key gone', { a: 7 }, {}, [change('a', { presence: -1, oldValue: 7, oldType: 'number' })]],
  [
    'another value',
    { a: 'free' },
    { a: 'pro' },
    [change('a', { oldValue: 'free', newValue: 'pro', oldType: 'string', newType: 'string' })],
  ],
  [
    'another type',
    { a: false },
    { a: '2026-03-01' },
    [change('a', { oldValue: false, newValue: '2026-03-01', oldType: 'boolean', newType: 'date' })],
  ],
  ['an object, which is not counted', {}, { a: {} }, [change('a', { presence: 1, newType: 'string' })]],
  [
    'a list, which is not counted',
    { a: [1] },
    { a: 1 },
    [change('a', { newValue: 1, oldType: 'string', newType: 'number' })],
  ],
  ['another object', { a: { x: 1 } }, { a: { x: 2 } }, [change('a', { oldType: 'string', newType: 'string' })]],
  [
    'text of 200 characters, which is counted',
    {},
    { a: '😀'.repeat(200) },
    [change('a', { presence: 1, newValue: '😀'.repeat(200), newType: 'string' })],
  ],
  [
    'text of 201 characters, which is not',
    {},
    { a: 'x'.repeat(201) },
    [change('a', { presence: 1, newType: 'string' })],
  ],
  [
    'a stored null, which is absence',
    { a: null },
    { a: 0 },
    [change('a', { presence: 1, newValue: 0, newType: 'number' })],
  ],
  ['a stored null that goes', { a: null }, {}, []],
  [
    'several keys, ordered',
    { b: 1, z: 1 },
    { c: true, b: 2, z: 1 },
    [
      change('b', { oldValue: 1, newValue: 2, oldType: 'number', newType: 'number' }),
      change('c', { presence: 1, newValue: true, newType: 'boolean' }),
    ],
  ],
  [
    'a key every object inherits',
    {},
    { toString: 'x' },
    [change('toString', { presence: 1, newValue: 'x', newType: 'string' })],
  ],
];

describe('what a change of data means for the fields', () => {
  test.each(cases)('%s', (_name, before, after, changes) => {
    expect(fieldChanges(before, after)).toEqual(changes);
  });

  test('a change and its reverse cancel each other out', () => {
    const before: JsonObject = { a: 1, b: 'x', c: [1] };
    const after: JsonObject = { a: 2, c: 'y', d: true };

    const back = fieldChanges(after, before).map((there) => ({
      key: there.key,
      presence: 0 - there.presence,
      oldValue: there.newValue,
      newValue: there.oldValue,
      oldType: there.newType,
      newType: there.oldType,
    }));

    expect(back).toEqual(fieldChanges(before, after));
  });
});

test('equal changes are merged and counted', () => {
  const added = (key: string, newValue: string | number) => fieldChanges({}, { [key]: newValue });

  const sums = sumChanges([...added('plan', 'pro'), ...added('n', 1), ...added('plan', 'pro'), ...added('n', '1')]);

  expect(sums.map(({ key, newValue, times }) => [key, newValue, times])).toEqual([
    ['plan', 'pro', 2],
    ['n', 1, undefined],
    ['n', '1', undefined],
  ]);
});
