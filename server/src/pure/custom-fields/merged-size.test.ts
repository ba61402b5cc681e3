import { expect, test } from 'vitest';
import { mergedSizeProblem } from './merged-size.ts';

const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n]));
const ofBytes = (bytes: number) => ({ a: 'x'.repeat(bytes - JSON.stringify({ a: '' }).length) });
const tooBig = { path: [], code: 'too_big', message: expect.any(String) };

test('500 keys fit and 501 do not', () => {
  expect(mergedSizeProblem(keys(500))).toBeNull();
  expect(mergedSizeProblem(keys(501))).toEqual(tooBig);
});

test('65,536 bytes fit and one more does not', () => {
  expect(mergedSizeProblem({})).toBeNull();
  expect(mergedSizeProblem(ofBytes(65_536))).toBeNull();
  expect(mergedSizeProblem(ofBytes(65_537))).toEqual(tooBig);
});

test('bytes are counted, not characters, and keys count too', () => {
  expect(mergedSizeProblem({ a: 'ü'.repeat(32_764) })).toBeNull();
  expect(mergedSizeProblem({ a: 'ü'.repeat(32_765) })).toEqual(tooBig);
  expect(mergedSizeProblem({ ['k'.repeat(65_536)]: 1 })).toEqual(tooBig);
});

test('only top-level keys count towards the 500', () => {
  expect(mergedSizeProblem({ a: keys(600) })).toBeNull();
});
