import { expect, onTestFinished, test, vi } from 'vitest';
import { NoFreeSlot, Shares } from './index.ts';

test('one owner has its share, and another one gets a slot at once', async () => {
  const shares = new Shares({ slots: 4, maxPerOwner: () => 3 });
  for (let n = 0; n < 3; n += 1) await shares.take('a');
  const fourth = expect(shares.take('a', { withinMs: 50 })).rejects.toMatchObject({ reason: 'late' });

  await shares.take('b');

  expect(shares.waiting).toBe(1);
  await fourth;
});

test('waiting callers are served one per owner in turn', async () => {
  const shares = new Shares({ slots: 1, maxPerOwner: () => 1 });
  const giveBack = await shares.take('x');
  const served: string[] = [];
  const turn = (owner: string) => shares.within(owner, async () => void served.push(owner));
  const all = Promise.all(['a', 'a', 'a', 'b', 'b', 'c'].map(turn));

  giveBack();
  await all;

  expect(served).toEqual(['a', 'b', 'c', 'a', 'b', 'a']);
  expect(shares.waiting).toBe(0);
});

test('begun work is served before new work of the same owner', async () => {
  const shares = new Shares({ slots: 1, maxPerOwner: () => 1 });
  const giveBack = await shares.take('x');
  const served: string[] = [];
  const turn = (owner: string, name: string, isAhead: boolean) =>
    shares.within(owner, async () => void served.push(name), { isAhead });
  const all = Promise.all([turn('a', 'new', false), turn('a', 'begun', true), turn('b', 'other', false)]);

  giveBack();
  await all;

  expect(served).toEqual(['begun', 'other', 'new']);
});

test('waiting ends by a timeout, by a signal and by the number of waiting callers', async () => {
  const shares = new Shares({ slots: 1, maxPerOwner: () => 1 });
  const giveBack = await shares.take('a');
  const stop = new AbortController();

  const late = expect(shares.take('a', { withinMs: 20 })).rejects.toMatchObject({ reason: 'late' });
  const stopped = expect(shares.take('b', { signal: stop.signal })).rejects.toThrow('enough');
  await expect(shares.take('a', { maxWaiting: 1 })).rejects.toBeInstanceOf(NoFreeSlot);
  stop.abort(new Error('enough'));
  await late;
  await stopped;

  expect(shares.waiting).toBe(0);
  giveBack();
  giveBack();
  await shares.take('a');
  await expect(shares.take('b', { withinMs: 1 })).rejects.toThrow('no place became free in time');
});

test('few waiting callers wait longer than many', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const shares = new Shares({ slots: 1, maxPerOwner: () => 1 });
  const options = { withinMs: 800, whileFew: { count: 2, withinMs: 5_000 } };
  const ended: string[] = [];
  const take = (name: string) =>
    shares.take(name, options).then(
      () => ended.push(`${name} served`),
      () => ended.push(`${name} refused`),
    );

  const giveBack = await shares.take('holder');
  const taken = ['a', 'b', 'c'].map(take);
  await vi.advanceTimersByTimeAsync(801);
  expect(ended).toEqual(['a refused']); // three waited; then two did
  await vi.advanceTimersByTimeAsync(4_000);
  giveBack();
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).toEqual(['a refused', 'b served']);
  await vi.advanceTimersByTimeAsync(200);
  expect(ended).toEqual(['a refused', 'b served', 'c refused']); // after five seconds, however few wait
  await Promise.all(taken);
});
