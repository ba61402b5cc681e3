import { expect, test } from 'vitest';
import { readEventData } from './index.ts';

const dataOf = (raw: unknown): unknown => {
  const reading = readEventData(raw);
  return reading.ok ? reading.data : reading.problems;
};

test.each<[behaviour: string, raw: unknown, data: unknown]>([
  ['nothing sent is null', undefined, null],
  ['null is null', null, null],
  ['an empty object stays one', {}, {}],
  [
    'values are kept as sent',
    { amount: 42, tags: ['a'], profile: { note: null } },
    { amount: 42, tags: ['a'], profile: { note: null } },
  ],
  ['null and empty text stay', { city: null, nick: '' }, { city: null, nick: '' }],
  ['keys of the service are dropped', { id: 1, email: 'x@example.org', manageUrl: 'x', plan: 'pro' }, { plan: 'pro' }],
  [
    'a wrapper is replaced by its value',
    { coupon: { value: 'X1', persistent: false }, plan: { value: null, persistent: true } },
    { coupon: 'X1', plan: null },
  ],
  ['what only looks like a wrapper stays', { size: { value: 1 } }, { size: { value: 1 } }],
  ['keys are trimmed', { ' plan ': 'pro' }, { plan: 'pro' }],
])('%s', (_behaviour, raw, data) => {
  expect(dataOf(raw)).toEqual(data);
});

test('the whole data is at most 64 KB, including values that the contact would not store', () => {
  const half = 'x'.repeat(40_000);
  const raw = { kept: half, once: { value: half, persistent: false } };

  expect(dataOf(raw)).toEqual([expect.objectContaining({ path: [], code: 'too_big' })]);
});
