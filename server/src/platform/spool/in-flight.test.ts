import { expect, test } from 'vitest';
import type { ProjectId } from '#platform/context';
import { LiveClaim } from './claim.ts';
import { makeInFlight } from './in-flight.ts';

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

const limitsOf = (slots: number, maxSlots: readonly number[], more: { kept?: number[]; yields?: boolean[] } = {}) => ({
  slots,
  maxSlots,
  keptSlots: more.kept ?? maxSlots.map(() => 0),
  yields: more.yields ?? maxSlots.map(() => false),
});
const always = (): boolean => true;

test('a lane never takes slots beyond its maximum', () => {
  const inFlight = makeInFlight(limitsOf(20, [20, 15]), () => {}, always);

  for (let i = 0; i < 15; i += 1) inFlight.hold(claimIn(1));

  expect([inFlight.free(0), inFlight.free(1)]).toEqual([5, 0]);
});

test('slots are shared by all lanes', () => {
  const inFlight = makeInFlight(limitsOf(20, [20, 15]), () => {}, always);

  for (let i = 0; i < 18; i += 1) inFlight.hold(claimIn(0));

  expect([inFlight.free(0), inFlight.free(1)]).toEqual([2, 2]);
});

test('a dropped claim frees its slot once', () => {
  const inFlight = makeInFlight(limitsOf(2, [2]), () => {}, always);
  const claim = claimIn(0);
  inFlight.hold(claim);

  inFlight.drop(claim);
  inFlight.drop(claim);

  expect(inFlight.free(0)).toBe(2);
});

test('the callback runs when a quarter of the slots is free', async () => {
  let calls = 0;
  const onSlotsFree = (): void => {
    calls += 1;
  };
  const inFlight = makeInFlight(limitsOf(8, [8]), onSlotsFree, always);
  const claims = Array.from({ length: 8 }, () => claimIn(0));
  for (const claim of claims) inFlight.hold(claim);

  for (const claim of claims.slice(0, 1)) inFlight.drop(claim);
  expect(calls).toBe(0);
  for (const claim of claims.slice(1)) inFlight.drop(claim);

  expect(calls).toBe(7);
  await inFlight.whenEmpty();
});

test('slots kept for a lane with rows are not free to others; without rows any lane may use them', () => {
  const rows = new Set<number>([0, 1, 2]);
  const limits = limitsOf(20, [20, 20, 15], { kept: [0, 2, 2] });
  const inFlight = makeInFlight(
    limits,
    () => {},
    (lane) => rows.has(lane),
  );
  expect([0, 1, 2].map(inFlight.free)).toEqual([16, 18, 15]);

  for (let i = 0; i < 16; i += 1) inFlight.hold(claimIn(0));
  expect([0, 1, 2].map(inFlight.free)).toEqual([0, 2, 2]);
  inFlight.hold(claimIn(2));
  expect([0, 1, 2].map(inFlight.free)).toEqual([0, 2, 1]);

  rows.delete(1);
  expect([0, 1, 2].map(inFlight.free)).toEqual([2, 2, 3]);
});

test('a yielding lane claims a quarter of its slots at a time, or whatever it can while it holds few rows', () => {
  const inFlight = makeInFlight(limitsOf(20, [20, 15], { yields: [false, true] }), () => {}, always);
  expect(inFlight.worthClaiming(1)).toBe(15);
  for (let i = 0; i < 13; i += 1) inFlight.hold(claimIn(1));
  expect([inFlight.free(1), inFlight.worthClaiming(1), inFlight.worthClaiming(0)]).toEqual([2, 0, 7]);

  const narrow = makeInFlight(limitsOf(20, [20, 15], { yields: [false, true] }), () => {}, always);
  for (let i = 0; i < 19; i += 1) narrow.hold(claimIn(0));
  expect(narrow.worthClaiming(1)).toBe(1); // a minimum size of claims must not starve it
});
