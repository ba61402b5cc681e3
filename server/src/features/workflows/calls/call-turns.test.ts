import { expect, test } from 'vitest';
import { CallTurns } from './call-turns.ts';

test('calls that find no slot get turns one after the other, at the pace of their host', () => {
  const turns = new CallTurns();
  turns.ended('slow', 10_000);

  const [first, second, third] = [
    turns.nextTurn('slow', 1_000),
    turns.nextTurn('slow', 1_000),
    turns.nextTurn('slow', 1_000),
  ];

  expect([second, third].map(Math.round)).toEqual([(first ?? 0) + 5_000, (first ?? 0) + 10_000].map(Math.round));
});

test('nobody waits longer than a minute or shorter than half a second, and a host does not slow another down', () => {
  const turns = new CallTurns();
  const waits = Array.from({ length: 10_000 }, () => turns.nextTurn('slow', 0));

  expect(Math.max(...waits)).toBe(60_000);
  expect(turns.nextTurn('other', 0)).toBeLessThanOrEqual(500);
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(500);
});

test('a quick host gets all its calls soon', () => {
  const turns = new CallTurns();
  turns.ended('quick', 20);

  const waits = Array.from({ length: 100 }, () => turns.nextTurn('quick', 0));

  expect(Math.max(...waits)).toBe(1_000);
});

test('any number of hosts is bounded', () => {
  const turns = new CallTurns();

  for (let n = 0; n < 25_000; n += 1) turns.nextTurn(`host ${n}`, 0);

  expect(turns.nextTurn('host 1', 0)).toBe(500);
});
