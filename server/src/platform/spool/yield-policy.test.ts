import { expect, test, vi } from 'vitest';
import { makeYieldPolicy } from './yield-policy.ts';

const [urgent, middle, bulk] = [0, 1, 2];
const lanes = { yields: [false, true, true], maxSlots: [20, 20, 15] };

/** Starts handlers of a lane until it may start no more; returns how many. */
function startAll(policy: ReturnType<typeof makeYieldPolicy>, lane: number): number {
  let started = 0;
  for (; policy.mayStart(lane); started += 1) policy.began(lane);
  return started;
}

test('while urgent rows come and the process is busy, a yielding lane runs two handlers', () => {
  const policy = makeYieldPolicy(lanes, () => true);
  policy.began(urgent);
  policy.ended(urgent);

  expect(startAll(policy, bulk)).toBe(2);
  policy.ended(bulk);
  expect(startAll(policy, bulk)).toBe(1);
  expect(startAll(policy, urgent)).toBe(20);
});

test('beside an urgent row it starts nothing for a moment, but never stops completely', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const policy = makeYieldPolicy(lanes, () => true);
    policy.began(bulk);
    policy.began(urgent);
    expect(startAll(policy, bulk)).toBe(0);

    vi.advanceTimersByTime(150);
    policy.began(urgent);
    expect(startAll(policy, bulk)).toBe(1);
    policy.ended(bulk);
    expect(startAll(policy, bulk)).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('running handlers continue, and none is added while urgent rows come', () => {
  const policy = makeYieldPolicy(lanes, () => true);
  for (let i = 0; i < 5; i += 1) policy.began(bulk);
  policy.began(urgent);
  policy.ended(urgent);

  policy.ended(bulk);
  expect(startAll(policy, bulk)).toBe(0);
});

test('a lane yields for a second after the last urgent row began', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const policy = makeYieldPolicy(lanes, () => true);
    policy.began(urgent);
    vi.advanceTimersByTime(1_001); // it may hang at a relay, which is no reason for others to wait

    expect(startAll(policy, bulk)).toBe(15);
  } finally {
    vi.useRealTimers();
  }
});

test('a lane yields only to more urgent lanes', () => {
  const policy = makeYieldPolicy(lanes, () => true);
  policy.began(bulk);
  expect(startAll(policy, middle)).toBe(20);
  expect(startAll(policy, bulk)).toBe(0);
});

test('no lane yields in a process that is not busy', () => {
  const policy = makeYieldPolicy(lanes, () => false);
  policy.began(urgent);

  expect(startAll(policy, bulk)).toBe(15);
});
