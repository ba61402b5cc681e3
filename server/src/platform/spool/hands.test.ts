import { expect, test } from 'vitest';
import type { ProjectId } from '#platform/context';
import { LiveClaim } from './claim.ts';
import { makeHands } from './hands.ts';

const claimIn = (laneNumber: number) =>
  new LiveClaim({
    table: 'parcels',
    projectId: 'p' as ProjectId, // only counted here
    id: crypto.randomUUID(),
    fence: 'f',
    lane: String(laneNumber),
    laneNumber,
    claims: 1,
    freshAt: 0,
  });

test('a lane never takes the slots that are closed to it', () => {
  const hands = makeHands({ slots: 20, mostSlots: [20, 15] }, () => {});

  for (let i = 0; i < 15; i += 1) hands.hold(claimIn(1));

  expect([hands.free(0), hands.free(1)]).toEqual([5, 0]);
});

test('slots are shared by all lanes', () => {
  const hands = makeHands({ slots: 20, mostSlots: [20, 15] }, () => {});

  for (let i = 0; i < 18; i += 1) hands.hold(claimIn(0));

  expect([hands.free(0), hands.free(1)]).toEqual([2, 2]);
});

test('a dropped claim gives its slot back once', () => {
  const hands = makeHands({ slots: 2, mostSlots: [2] }, () => {});
  const claim = claimIn(0);
  hands.hold(claim);

  hands.drop(claim);
  hands.drop(claim);

  expect(hands.free(0)).toBe(2);
});

test('room is announced when a quarter of the slots is free', async () => {
  let announced = 0;
  const hands = makeHands({ slots: 8, mostSlots: [8] }, () => {
    announced += 1;
  });
  const claims = Array.from({ length: 8 }, () => claimIn(0));
  for (const claim of claims) hands.hold(claim);

  for (const claim of claims.slice(0, 1)) hands.drop(claim);
  expect(announced).toBe(0);
  for (const claim of claims.slice(1)) hands.drop(claim);

  expect(announced).toBe(7);
  await hands.whenEmpty();
});

test('a lane with closed slots yields to others while the process is busy, and never stands still', () => {
  let isBusy = false;
  const hands = makeHands(
    { slots: 20, mostSlots: [20, 15] },
    () => {},
    () => isBusy,
  );
  isBusy = true;
  expect(hands.free(1)).toBe(15); // nobody to yield to
  const urgent = claimIn(0);
  hands.hold(urgent);
  expect([hands.free(0), hands.free(1)]).toEqual([19, 5]);
  hands.drop(urgent);
  expect(hands.free(1)).toBe(5); // the next of its kind is near
  isBusy = false;
  expect(hands.free(1)).toBe(15);
});
