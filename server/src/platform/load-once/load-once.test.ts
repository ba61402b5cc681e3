import { expect, test } from 'vitest';
import { loadOnce } from './load-once.ts';

test('callers at once share a load, and what was loaded is kept', async () => {
  let loads = 0;
  const { get, close } = loadOnce(async () => {
    loads += 1;
    return { number: loads };
  });
  const closed: number[] = [];
  await close(({ number }) => closed.push(number));
  expect(closed).toEqual([]);

  const [first, second] = await Promise.all([get(), get()]);

  expect(first).toBe(second);
  expect(await get()).toEqual({ number: 1 });
  await close(({ number }) => closed.push(number));
  expect(closed).toEqual([1]);
});

test('after a load that failed the next call tries again', async () => {
  let loads = 0;
  const { get, close } = loadOnce(async () => {
    loads += 1;
    if (loads === 1) throw new Error('no file');
    return loads;
  });

  await expect(get()).rejects.toThrow('no file');
  await close(() => expect.unreachable('it was never there'));

  expect(await get()).toBe(2);
});
