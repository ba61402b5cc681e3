import { expect, test } from 'vitest';
import { inBatches } from './in-batches.ts';

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test('what comes in one turn goes together, what comes during a run goes next, keys stay apart', async () => {
  const runs: string[][] = [];
  const batches = inBatches<string, string>({
    keyOf: (item) => item.charAt(0),
    most: 3,
    async run(items) {
      runs.push([...items]);
      await pause(20);
      return items.map((item) => item.toUpperCase());
    },
  });

  const first = ['a1', 'a2', 'b1'].map((item) => batches.add(item));
  await pause(5);
  const second = ['a3', 'a4', 'a5', 'a6'].map((item) => batches.add(item));

  expect(await Promise.all([...first, ...second])).toEqual(['A1', 'A2', 'B1', 'A3', 'A4', 'A5', 'A6']);
  expect(runs).toEqual([['a1', 'a2'], ['b1'], ['a3', 'a4', 'a5'], ['a6']]);
});

test('a run that fails fails its own items alone', async () => {
  let runs = 0;
  const batches = inBatches<number, number>({
    keyOf: () => '',
    most: 10,
    async run(items) {
      runs += 1;
      if (runs === 1) throw new Error('no');
      return items;
    },
  });

  await expect(batches.add(1)).rejects.toThrow('no');
  await expect(batches.add(2)).resolves.toBe(2);
});
