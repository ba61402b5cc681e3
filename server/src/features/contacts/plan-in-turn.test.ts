import { expect, test } from 'vitest';
import type { JsonObject } from '#pure/custom-fields';
import type { Contact, ContactId } from './contact.ts';
import { planInTurn } from './plan-in-turn.ts';

const then = new Date('2026-01-01T00:00:00.000Z');
const now = new Date('2026-02-01T00:00:00.000Z');
const fresh = { id: 'fresh' as ContactId, now }; // ids are opaque here
const email = 'ada@example.com';
const input = (set: JsonObject, subscribed?: boolean) => ({
  input: { email, subscribed, subscribedWhenNew: true, patch: { set, remove: [], once: {} } },
});
const stored = (data: JsonObject): Contact => ({
  id: 'stored' as ContactId, // as above
  email,
  subscribed: true,
  data,
  createdAt: then,
  updatedAt: then,
});
const kinds = (plan: ReturnType<typeof planInTurn>): string[] => plan.steps.map((step) => step.plan.kind);

test('the later row overrides the earlier one, and each is counted separately', () => {
  const plan = planInTurn(null, [input({ a: 1, b: 1 }), input({ a: 2 }), input({ b: 1 })], fresh);

  expect(kinds(plan)).toEqual(['create', 'change', 'keep']);
  expect(plan.combined).toMatchObject({ kind: 'create', before: null, contact: { id: 'fresh', data: { a: 2, b: 1 } } });
});

test('what is changed and changed back is not written', () => {
  const plan = planInTurn(stored({ a: 1 }), [input({ a: 2 }, false), input({ a: 1 }, true)], fresh);

  expect(kinds(plan)).toEqual(['change', 'change']);
  expect(plan.combined).toBeNull();
});

test('a change in several steps is one change to what was stored', () => {
  const before = stored({ a: 1 });
  const plan = planInTurn(before, [input({ a: 2 }), input({ b: 3 }, false)], fresh);

  expect(plan.combined).toMatchObject({
    kind: 'change',
    before,
    contact: { subscribed: false, data: { a: 2, b: 3 }, createdAt: then, updatedAt: now },
    changes: [
      { key: 'a', presence: 0, oldValue: 1, newValue: 2 },
      { key: 'b', presence: 1, newValue: 3 },
    ],
  });
});

test('a row that makes the data too large does not affect the others', () => {
  const plan = planInTurn(
    null,
    [input({ a: 'x'.repeat(40_000) }), input({ b: 'x'.repeat(40_000) }), input({ c: 1 })],
    fresh,
  );

  expect(kinds(plan)).toEqual(['create', 'refuse', 'change']);
  expect(plan.combined).toMatchObject({ contact: { data: { a: expect.any(String), c: 1 } } });
});
