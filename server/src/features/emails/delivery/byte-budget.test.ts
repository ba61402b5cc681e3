import { expect, test } from 'vitest';
import { makeByteBudget, smallBytes } from './byte-budget.ts';

const unit = smallBytes;
const { signal: never } = new AbortController();
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A budget of 100 units, and the names of those that were let in. */
function budgetOf(mostWaiting = 10) {
  const budget = makeByteBudget({ mostBytes: 100 * unit, mostWaiting });
  const taken: string[] = [];
  const take = async (name: string, units: number, signal = never): Promise<() => void> => {
    const give = await budget.take(units * unit, signal);
    taken.push(give ? name : `${name} turned away`);
    return give ?? (() => {});
  };
  return { taken, take };
}

test('messages wait for room in their order, and one that is larger than everything goes alone', async () => {
  const { taken, take } = budgetOf();

  const [first, second] = [await take('60', 60), await take('40', 40)];
  const huge = take('500', 500);
  const last = take('1', 1);
  await turn();
  expect(taken).toEqual(['60', '40']);

  first();
  second();
  second(); // twice is once
  const giveHuge = await huge;
  expect(taken).toEqual(['60', '40', '500']);
  giveHuge();
  await last;
  expect(taken).toEqual(['60', '40', '500', '1']);
});

test('a small message passes while everything is taken and others wait', async () => {
  const { taken, take } = budgetOf();
  const give = await take('all', 100);
  const waiting = take('waits', 1);

  await take('receipt', 0.99);

  expect(taken).toEqual(['all', 'receipt']);
  give();
  await waiting;
});

test('no more than so many wait; who comes then is turned away at once', async () => {
  const { taken, take } = budgetOf(2);
  const give = await take('all', 100);
  const waiting = [take('a', 50), take('b', 50)];

  await take('c', 1);
  expect(taken).toEqual(['all', 'c turned away']);

  give();
  await Promise.all(waiting);
  expect(taken).toEqual(['all', 'c turned away', 'a', 'b']);
});

test('a wait ends when it is aborted, and those behind it take its place', async () => {
  const { taken, take } = budgetOf();
  const aborting = new AbortController();
  const give = await take('60', 60);
  const large = take('90', 90, aborting.signal);
  const behind = take('30', 30);

  aborting.abort('draining');
  await Promise.all([large, behind]);
  expect(taken.toSorted()).toEqual(['30', '60', '90 turned away']);

  give();
  await take('70', 70); // what was aborted holds nothing
  await take('late', 1, aborting.signal);
  expect(taken.slice(3)).toEqual(['70', 'late turned away']);
});
