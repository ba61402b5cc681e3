import { expect, test } from 'vitest';
import { newId, newIdAfter, timeOfId } from './index.ts';

test('ids made one after the other ascend, also within a millisecond', () => {
  const ids = [newId<'step'>()];
  for (let n = 0; n < 200; n += 1) ids.push(newIdAfter(ids.at(-1) as (typeof ids)[number])); // there is one

  const of = Map.groupBy(ids, (id) => timeOfId(id).getTime());
  const falls = [...of.values()].map((same) => same.filter((id, index) => id < (same[index - 1] ?? '')).length);
  expect(falls.reduce((sum, count) => sum + count)).toBe(0);
  expect(new Set(ids).size).toBe(201);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
