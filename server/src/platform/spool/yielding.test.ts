import { expect, test, vi } from 'vitest';
import { makeYielding } from './yielding.ts';

const [urgent, middle, bulk] = [0, 1, 2];
const lanes = { yields: [false, true, true], mostSlots: [20, 20, 15] };

/** Starts handlers of a lane until it may start no more; says how many. */
function startAll(yielding: ReturnType<typeof makeYielding>, lane: number): number {
  let started = 0;
  for (; yielding.mayStart(lane); started += 1) yielding.began(lane);
  return started;
}

test('while an urgent row is under way and the process is busy, a yielding lane runs two handlers, never none', () => {
  const yielding = makeYielding(lanes, () => true);
  yielding.began(urgent);

  expect(startAll(yielding, bulk)).toBe(2);
  yielding.ended(bulk);
  expect(startAll(yielding, bulk)).toBe(1);
  expect(startAll(yielding, urgent)).toBe(19);
});

test('what had begun goes on, and nothing is added to it until the urgent row has ended', () => {
  const yielding = makeYielding(lanes, () => true);
  for (let i = 0; i < 5; i += 1) yielding.began(bulk);
  yielding.began(urgent);

  yielding.ended(bulk);
  expect(startAll(yielding, bulk)).toBe(0);
  yielding.ended(urgent);
  expect(startAll(yielding, bulk)).toBe(1); // five at most, because the next urgent row is near
});

test('a lane yields for a second after the last urgent row began', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const yielding = makeYielding(lanes, () => true);
    yielding.began(urgent);
    vi.advanceTimersByTime(1_001); // it may hang at a relay: no reason for others to wait

    expect(startAll(yielding, bulk)).toBe(15);
  } finally {
    vi.useRealTimers();
  }
});

test('a lane yields to those above it alone', () => {
  const yielding = makeYielding(lanes, () => true);
  yielding.began(bulk);
  expect(startAll(yielding, middle)).toBe(20);
  expect(startAll(yielding, bulk)).toBe(1);
});

test('nobody yields in a process that has time', () => {
  const yielding = makeYielding(lanes, () => false);
  yielding.began(urgent);

  expect(startAll(yielding, bulk)).toBe(15);
});
