import { expect, test } from 'vitest';
import { Leases } from './leases.ts';

/** A shared counter, and leases of one process that is asked for a request at each given moment. */
function countAt(moments: readonly number[], windowSeconds = 60): { used: (number | undefined)[]; leased: number[] } {
  let [now, counter] = [0, 0];
  const leases = new Leases(() => now);
  const leased: number[] = [];
  const used = moments.map((at) => {
    now = at;
    if (leases.left('key') === 0) {
      const size = leases.ask('key', 1);
      counter += size;
      leased.push(size);
      leases.settle('key');
      const lease = leases.leased('key', { used: counter, resetSeconds: windowSeconds - Math.floor(at / 1_000) }, size);
      const { used } = lease.take();
      leases.giveBack('key', [lease]);
      return used;
    }
    return leases.of('key')?.take().used;
  });
  return { used, leased };
}

test('a busy caller is counted ahead, twice as many each time and 32 at most; no count is left out or given twice', () => {
  const { used, leased } = countAt(Array.from({ length: 200 }, (_, index) => index * 10));

  expect(used).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
  expect(leased).toEqual([1, 2, 4, 8, 16, 32, 32, 32, 32, 32, 32]);
});

test('a caller that comes seldom is counted one at a time', () => {
  expect(countAt([0, 6_000, 12_000, 18_000]).leased).toEqual([1, 1, 1, 1]);
});

test('nothing is left in the last second of a window, which may be over already', () => {
  const { leased } = countAt([0, 10, 20, 30, 58_900, 59_100, 59_200]);

  expect(leased).toEqual([1, 2, 4, 1, 1]); // the one of 30 ms serves 58.9 s, too
});

test('as many are leased as requests wait, and what lies beyond a limit is known', () => {
  const leases = new Leases(() => 0);
  expect(leases.ask('key', 7)).toBe(7);
  expect(leases.isOver('key', 3)).toBe(false);

  leases.giveBack('key', [leases.leased('key', { used: 7, resetSeconds: 60 }, 4)]);
  expect(leases.of('key')?.take()).toEqual({ used: 4, resetSeconds: 60 });
  expect([leases.isOver('key', 3), leases.isOver('key', 5), leases.left('key')]).toEqual([true, false, 3]);
});

test('calls that overlap lose nothing, and one of them alone asks for more than the waiting requests', () => {
  const leases = new Leases(() => 0);
  const first = leases.leased('key', { used: 4, resetSeconds: 60 }, 4);
  for (let count = 0; count < 4; count += 1) first.take();

  const sizes = [leases.ask('key', 2), leases.ask('key', 3)];
  expect(sizes).toEqual([8, 3]);
  const [ahead, exact] = [
    leases.leased('key', { used: 15, resetSeconds: 60 }, 8),
    leases.leased('key', { used: 7, resetSeconds: 60 }, 3),
  ];
  leases.settle('key');
  const waiting = [ahead, ahead, exact, exact, exact].map((lease) => lease.take().used);
  leases.giveBack('key', [ahead, exact]);

  const later = Array.from({ length: leases.left('key') }, () => leases.of('key')?.take().used);
  expect([...waiting, ...later].sort((a = 0, b = 0) => a - b)).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
  expect([leases.of('key'), leases.ask('key', 1)]).toEqual([null, 16]);
});

test('what is set aside is taken by nobody else, the lowest counts first, and what is given back is', () => {
  const leases = new Leases(() => 0);
  leases.giveBack('key', [leases.leased('key', { used: 10, resetSeconds: 60 }, 3)]);
  leases.giveBack('key', [leases.leased('key', { used: 5, resetSeconds: 60 }, 2)]);

  const held = leases.hold('key', 3);
  expect(leases.left('key')).toBe(2);
  expect(held.flatMap((lease) => (lease.left > 0 ? [lease.take().used] : []))).toEqual([4, 8]);
  leases.giveBack('key', held);

  expect(Array.from({ length: leases.left('key') }, () => leases.of('key')?.take().used)).toEqual([5, 9, 10]);
  expect(leases.hold('key', 1)).toEqual([]);
});
