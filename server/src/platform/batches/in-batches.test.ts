import { expect, onTestFinished, test, vi } from 'vitest';
import { inBatches } from './in-batches.ts';

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test('items of one turn share a batch, items added during a run form the next one, keys are separate', async () => {
  const runs: string[][] = [];
  const batches = inBatches<string, string>({
    keyOf: (item) => item.charAt(0),
    max: 3,
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

test('a failed run rejects only its own items', async () => {
  let runs = 0;
  const batches = inBatches<number, number>({
    keyOf: () => '',
    max: 10,
    async run(items) {
      runs += 1;
      if (runs === 1) throw new Error('no');
      return items;
    },
  });

  await expect(batches.add(1)).rejects.toThrow('no');
  await expect(batches.add(2)).resolves.toBe(2);
});

test('what comes soon after a batch began waits a little and shares the next one; after a rest nothing waits', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const runs: string[][] = [];
  const batches = inBatches<string, string>({
    keyOf: () => '',
    max: 3,
    parallel: 2,
    gatherMs: 100,
    async run(items) {
      runs.push([...items]);
      return items;
    },
  });

  await batches.add('first');
  const soon = ['a', 'b'].map((item) => batches.add(item));
  await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(99);
  expect(runs).toEqual([['first']]);
  const late = batches.add('c');
  await vi.advanceTimersByTimeAsync(1);
  await Promise.all([...soon, late]);
  await vi.advanceTimersByTimeAsync(100);
  await batches.add('last');

  expect(runs).toEqual([['first'], ['a', 'b', 'c'], ['last']]);
});
