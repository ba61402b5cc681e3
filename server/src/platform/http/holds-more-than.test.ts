import fc from 'fast-check';
import { expect, test } from 'vitest';
import { processorMs } from '#testing/processor-time';
import { holdsMoreThan } from './holds-more-than.ts';

const generous = { values: 1e9, depth: 1e9, outsideTextBytes: 1e9 };
const holds = (text: string, values: number): boolean => holdsMoreThan(Buffer.from(text), { ...generous, values });

test.each([
  ['{}', 2],
  ['{"a":1,"b":[1,2]}', 7],
  ['{"a":",,,[[[{{{"}', 4],
  ['{"a":"\\",,,\\\\","b":1}', 6],
  ['{"a":"\\\\\\",,,","b":1}', 6],
  ['{"a":"never closed,,,', 4],
  [`[${'{},'.repeat(10)}{}]`, 23],
])('%j holds %i', (text, values) => {
  expect([holds(text, values), holds(text, values - 1)]).toEqual([false, true]);
});

test('a body with more values than the limit is always detected', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (text) => {
      let real = 0;
      JSON.parse(text, (_key, value) => {
        real += 1;
        return value;
      });
      expect(holds(text, real - 1)).toBe(true);
    }),
  );
});

test('depth and bytes outside of strings are counted as well', () => {
  const limits = { values: 1_000, depth: 32, outsideTextBytes: 1_000 };
  const exceeds = (text: string): boolean => holdsMoreThan(Buffer.from(text), limits);

  expect(exceeds('['.repeat(32) + ']'.repeat(32))).toBe(false);
  expect(exceeds('['.repeat(33))).toBe(true);
  expect(exceeds(' '.repeat(1_000))).toBe(false);
  expect(exceeds(' '.repeat(1_001))).toBe(true);
  expect(exceeds(`"${'x'.repeat(5_000)}"`)).toBe(false);
});

test.each(['"', '\\"', '\\\\"', '"\\', '"a" '])('twenty megabytes of %j are scanned in one pass', (unit) => {
  const bytes = Buffer.from(`"${unit.repeat((20 * megabyte) / unit.length)}`);

  expect(processorMs(() => holdsMoreThan(bytes, generous))).toBeLessThan(8_000);
});

const megabyte = 1_048_576;
