import { expect, test } from 'vitest';
import { largeBodies } from './large-bodies.ts';

const megabyte = 1024 * 1024;

test('D-603 bodies over 1 MB share 64 MB; who finds no room waits, and goes in the order of coming', async () => {
  const bodies = largeBodies();
  const first = await bodies.admit(60 * megabyte);
  const order: string[] = [];
  const enter = async (name: string, bytes: number) => {
    const giveBack = await bodies.admit(bytes);
    order.push(name);
    return giveBack;
  };
  const second = enter('second', 10 * megabyte);
  const third = enter('third', 2 * megabyte);
  expect(order).toEqual([]);
  first();
  first(); // giving back twice gives back once
  (await second)();
  (await third)();

  expect(order).toEqual(['second', 'third']);
  (await bodies.admit(64 * megabyte))();
});

test('D-603 a second later it is refused, and small bodies never wait', async () => {
  const bodies = largeBodies();
  await bodies.admit(64 * megabyte);

  await expect(bodies.admit(2 * megabyte)).rejects.toMatchObject({ code: 'OVERLOADED' });
  await bodies.admit(megabyte);
});
