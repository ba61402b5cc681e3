import { expect, test } from 'vitest';
import { makeOwnSessions, newOwner, noteAnswer, rateOf } from './own-sessions.ts';

const proven = () => {
  const owner = newOwner();
  for (let mail = 0; mail < 10; mail += 1) noteAnswer(owner, true);
  return owner;
};

/** Takes as many sessions as it gets. */
function takeAll(sessions: ReturnType<typeof makeOwnSessions>, owner: ReturnType<typeof newOwner>, lane: string) {
  const taken: (() => void)[] = [];
  for (let next = sessions.take(owner, lane); next; next = sessions.take(owner, lane)) taken.push(next);
  return taken;
}

test('a provider has one session until it has taken a mail, more with each, and one again after a failure', () => {
  const [sessions, owner] = [makeOwnSessions(), newOwner()];
  const counts: number[] = [];
  for (const isWell of [null, true, true, true, true, true, true, true, false, true]) {
    if (isWell !== null) noteAnswer(owner, isWell);
    const taken = takeAll(sessions, owner, 'transactional');
    counts.push(taken.length);
    for (const giveBack of taken) giveBack();
  }

  expect(counts).toEqual([1, 2, 3, 4, 5, 6, 6, 6, 1, 2]);
});

test('bulk mail leaves sessions to receipts of the same project, and all providers together leave eight to the instance', () => {
  const sessions = makeOwnSessions();
  const owners = [proven(), proven(), proven(), proven()];
  const [first = newOwner()] = owners;

  expect(takeAll(sessions, first, 'campaign')).toHaveLength(4);
  expect(takeAll(sessions, first, 'workflow')).toHaveLength(0);
  expect(takeAll(sessions, first, 'transactional')).toHaveLength(2);
  for (const owner of owners) takeAll(sessions, owner, 'campaign');
  expect(owners.reduce((sum, { busy }) => sum + busy, 0)).toBe(10);
  for (const owner of owners) takeAll(sessions, owner, 'transactional');
  expect(owners.reduce((sum, { busy }) => sum + busy, 0)).toBe(12);
});

test('the rate follows from how long sessions are held, and one that is given back can be taken again', () => {
  let now = 0;
  const [sessions, owner] = [makeOwnSessions(() => now), newOwner()];
  const before = rateOf(owner, 'campaign');

  for (let mail = 0; mail < 20; mail += 1) {
    const giveBack = sessions.take(owner, 'campaign');
    now += 10_000;
    giveBack?.();
  }

  expect(before).toBeCloseTo(40);
  expect(rateOf(owner, 'campaign')).toBeLessThan(0.5);
  expect(owner.busy).toBe(0);
});
