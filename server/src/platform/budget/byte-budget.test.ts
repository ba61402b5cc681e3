import { expect, test } from 'vitest';
import { ByteBudget, type HeldBytes } from './index.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A budget of 100 bytes, and the names of the takes that were admitted or turned away, in order. */
function budgetOf(options: { maxPerOwner?: number; maxWaiting?: number } = {}) {
  const budget = new ByteBudget({ maxBytes: 100, ...options });
  const log: string[] = [];
  const take = async (name: string, bytes: number, wait = {}, owner = name): Promise<HeldBytes> => {
    const held = budget.open(owner);
    log.push((await held.grow(bytes, wait)) ? name : `${name} turned away`);
    return held;
  };
  return { budget, log, take };
}

test('takes wait for room in the order of arrival, and one larger than the budget goes alone', async () => {
  const { budget, log, take } = budgetOf();
  const [first, second] = [await take('60', 60), await take('40', 40)];
  const large = take('500', 500);
  const last = take('1', 1);
  await turn();
  expect(log).toEqual(['60', '40']);

  first.giveBack();
  second.giveBack();
  second.giveBack(); // the second call has no effect
  const giveLarge = await large;
  await turn();
  expect(log).toEqual(['60', '40', '500']);
  giveLarge.giveBack();
  (await last).giveBack();

  expect(log).toEqual(['60', '40', '500', '1']);
  expect(budget.freeBytes).toBe(100);
});

test('taking without a wait succeeds or fails at once, and overtakes no caller that waits', async () => {
  const { budget, take } = budgetOf();
  const first = await take('60', 60);
  const held = budget.open();

  expect(held.tryGrow(41)).toBe(false);
  expect(held.tryGrow(30)).toBe(true);
  const waiting = take('waits', 50);
  expect(held.tryGrow(10)).toBe(false);

  first.giveBack();
  await waiting;
  expect(held.tryGrow(10)).toBe(true);
  expect(held.bytes).toBe(40);
});

test('the number of waiting callers is limited', async () => {
  const { log, take } = budgetOf({ maxWaiting: 2 });
  const all = await take('all', 100);
  const waiting = [take('a', 50), take('b', 50)];

  await take('c', 1);
  all.giveBack();
  await Promise.all(waiting);

  expect(log).toEqual(['all', 'c turned away', 'a', 'b']);
});

test.each([
  ['aborted', (signal: AbortSignal) => ({ signal })],
  ['too long', () => ({ withinMs: 20 })],
])('a wait that is %s ends without bytes, and those behind it move up', async (_how, waitOf) => {
  const { budget, log, take } = budgetOf();
  const aborting = new AbortController();
  await take('60', 60);
  const large = take('90', 90, waitOf(aborting.signal));
  const behind = take('30', 30);
  await turn();
  expect(log).toEqual(['60']);

  aborting.abort('draining');
  await Promise.all([large, behind]);
  await take('late', 1, { signal: aborting.signal });

  expect(log.toSorted()).toEqual(['30', '60', '90 turned away', 'late turned away']);
  expect(budget.freeBytes).toBe(10);
});

test('an owner that has used its share lets others pass, and has everything while no other waits', async () => {
  const { log, take } = budgetOf({ maxPerOwner: 50 });
  await take('a', 65);
  const b = await take('b', 30);
  const again = take('a again', 8, {}, 'a');
  const c = take('c', 15);

  b.giveBack();
  await Promise.all([again, c]);

  expect(log).toEqual(['a', 'b', 'c', 'a again']);
});

test('a caller that has given back while it waited, or before, holds nothing', async () => {
  const { budget, take } = budgetOf();
  const all = await take('all', 100);
  const held = budget.open();
  const waiting = held.grow(50);
  held.giveBack();
  all.giveBack();
  await waiting;

  held.tryGrow(10);

  expect(budget.freeBytes).toBe(100);
});
