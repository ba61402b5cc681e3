import { expect, test } from 'vitest';
import { Cache } from './index.ts';

test('the least recently used entries are dropped first', () => {
  const cache = new Cache<string, number>({ maxEntries: 3 });
  for (const [index, key] of ['a', 'b', 'c'].entries()) cache.set(key, index);

  cache.get('a');
  cache.set('b', 10);
  cache.set('d', 3);

  expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key))).toEqual([0, 10, undefined, 3]);
});

test('the weight of all entries is limited, and an entry that is too heavy by itself is not kept', () => {
  const cache = new Cache<string, string>({ maxEntries: 100, weight: { max: 10, of: (key) => key.length } });
  cache.set('aaaa', '');
  cache.set('aaaa', 'again'); // weighs once
  cache.set('bbbbbb', '');
  expect(cache.get('aaaa')).toBe('again');

  cache.set('c', '');
  expect([cache.get('bbbbbb'), cache.get('aaaa'), cache.get('c')]).toEqual([undefined, 'again', '']);

  cache.set('d'.repeat(11), '');
  expect(cache.get('d'.repeat(11))).toBeUndefined();
});

test('an entry is as old as the beginning of its load', async () => {
  let now = 0;
  const cache = new Cache<string, number>({ maxEntries: 10, age: { maxMs: 100, now: () => now } });
  cache.set('set', 1);
  const loading = cache.load('loaded', async () => {
    now = 60;
    return 2;
  });
  await loading;

  now = 99;
  expect([cache.get('set'), cache.get('loaded')]).toEqual([1, 2]);
  now = 100;
  expect([cache.get('set'), cache.get('loaded')]).toEqual([undefined, undefined]);
});

test('callers that ask meanwhile share one load, and later ones get its value', async () => {
  const cache = new Cache<string, number>({ maxEntries: 10 });
  let loads = 0;
  const load = () =>
    cache.load('a', async () => {
      loads += 1;
      return loads;
    });

  expect(await Promise.all([load(), load()])).toEqual([1, 1]);
  expect(await load()).toBe(1);
});

test('neither failures nor unwanted values are kept, and they push no entry out', async () => {
  const cache = new Cache<string, number | null>({ maxEntries: 1 });
  cache.set('known', 1);
  const isKept = (value: number | null) => value !== null;
  const thrown = () => {
    throw new Error('no');
  };

  expect(await cache.load('null', async () => null, isKept)).toBeNull();
  await expect(cache.load('failing', async () => thrown())).rejects.toThrow('no');
  await expect(cache.load('failing', thrown)).rejects.toThrow('no'); // also when it throws at once
  expect(cache.get('known')).toBe(1);

  expect(await cache.load('null', async () => 2, isKept)).toBe(2);
  expect(await cache.load('failing', async () => 3)).toBe(3);
});
