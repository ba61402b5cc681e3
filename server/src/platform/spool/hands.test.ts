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

const limitsOf = (slots: number, mostSlots: readonly number[], more: { kept?: number[]; yields?: boolean[] } = {}) => ({
  slots,
  mostSlots,
  keptSlots: more.kept ?? mostSlots.map(() => 0),
  yields: more.yields ?? mostSlots.map(() => false),
});
const always = (): boolean => true;

test('a lane never takes the slots that are closed to it', () => {
  const hands = makeHands(limitsOf(20, [20, 15]), () => {}, always);

  for (let i = 0; i < 15; i += 1) hands.hold(claimIn(1));

  expect([hands.free(0), hands.free(1)]).toEqual([5, 0]);
});

test('slots are shared by all lanes', () => {
  const hands = makeHands(limitsOf(20, [20, 15]), () => {}, always);

  for (let i = 0; i < 18; i += 1) hands.hold(claimIn(0));

  expect([hands.free(0), hands.free(1)]).toEqual([2, 2]);
});

test('a dropped claim gives its slot back once', () => {
  const hands = makeHands(limitsOf(2, [2]), () => {}, always);
  const claim = claimIn(0);
  hands.hold(claim);

  hands.drop(claim);
  hands.drop(claim);

  expect(hands.free(0)).toBe(2);
});

test('room is announced when a quarter of the slots is free', async () => {
  let announced = 0;
  const onRoom = (): void => {
    announced += 1;
  };
  const hands = makeHands(limitsOf(8, [8]), onRoom, always);
  const claims = Array.from({ length: 8 }, () => claimIn(0));
  for (const claim of claims) hands.hold(claim);

  for (const claim of claims.slice(0, 1)) hands.drop(claim);
  expect(announced).toBe(0);
  for (const claim of claims.slice(1)) hands.drop(claim);

  expect(announced).toBe(7);
  await hands.whenEmpty();
});

test('slots kept for a lane that has rows are free to no other; without rows anybody may use them', () => {
  const rows = new Set<number>([0, 1, 2]);
  const limits = limitsOf(20, [20, 20, 15], { kept: [0, 2, 2] });
  const hands = makeHands(
    limits,
    () => {},
    (lane) => rows.has(lane),
  );
  expect([0, 1, 2].map(hands.free)).toEqual([16, 18, 15]);

  for (let i = 0; i < 16; i += 1) hands.hold(claimIn(0));
  expect([0, 1, 2].map(hands.free)).toEqual([0, 2, 2]);
  hands.hold(claimIn(2));
  expect([0, 1, 2].map(hands.free)).toEqual([0, 2, 1]);

  rows.delete(1);
  expect([0, 1, 2].map(hands.free)).toEqual([2, 2, 3]);
});

test('a yielding lane claims a quarter of its slots at a time, or whatever it can while it has little in hand', () => {
  const hands = makeHands(limitsOf(20, [20, 15], { yields: [false, true] }), () => {}, always);
  expect(hands.worthClaiming(1)).toBe(15);
  for (let i = 0; i < 13; i += 1) hands.hold(claimIn(1));
  expect([hands.free(1), hands.worthClaiming(1), hands.worthClaiming(0)]).toEqual([2, 0, 7]);

  const narrow = makeHands(limitsOf(20, [20, 15], { yields: [false, true] }), () => {}, always);
  for (let i = 0; i < 19; i += 1) narrow.hold(claimIn(0));
  expect(narrow.worthClaiming(1)).toBe(1); // never starved by the size of its claims
});
