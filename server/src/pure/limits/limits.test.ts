import { expect, test } from 'vitest';
import { limits, limitTable } from './index.ts';

const entries = Object.values(limitTable).flatMap((group) => Object.entries(group));

test('each name stands in one group only, so that no value replaces another', () => {
  expect(entries.map(([name]) => name).toSorted()).toEqual(Object.keys(limits).toSorted());
});

test.each(entries)('%s says in a sentence what it limits, and what a caller sees beyond it', (_name, limit) => {
  expect(limit.about).toMatch(/^[A-Z`].*\.$/);
  expect(limit.code ?? limit.sees).toBeTruthy();
});
