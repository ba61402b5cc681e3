import { expect, test } from 'vitest';
import { makeByteBudget } from './byte-budget.ts';

test('messages wait for room in their order, and one that is larger than everything goes alone', async () => {
  const budget = makeByteBudget(100);
  const taken: string[] = [];
  const take = (name: string, bytes: number) =>
    budget.take(bytes).then((give) => {
      taken.push(name);
      return give;
    });

  const [first, second] = [await take('60', 60), await take('40', 40)];
  const huge = take('500', 500);
  const small = take('1', 1);
  await new Promise((resolve) => setImmediate(resolve));
  expect(taken).toEqual(['60', '40']);

  first();
  second();
  second(); // twice is once
  const giveHuge = await huge;
  expect(taken).toEqual(['60', '40', '500']);
  giveHuge();
  await small;
  expect(taken).toEqual(['60', '40', '500', '1']);
});
