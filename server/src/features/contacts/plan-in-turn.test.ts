import { expect, test } from 'vitest';
import type { JsonObject } from '#pure/custom-fields';
import type { Contact, ContactId } from './contact.ts';
import { planInTurn } from './plan-in-turn.ts';

const then = new Date('2026-01-01T00:00:00.000Z');
const now = new Date('2026-02-01T00:00:00.000Z');
const fresh = { id: 'fresh' as ContactId, now }; // ids are opaque here
const email = 'ada@example.com';
const wish = (set: JsonObject, subscribed?: boolean) => ({
  wish: { email, subscribed, subscribedWhenNew: true, patch: { set, remove: [], once: {} } },
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

test('the later row goes over the earlier one, and each counts for itself', () => {
  const plan = planInTurn(null, [wish({ a: 1, b: 1 }), wish({ a: 2 }), wish({ b: 1 })], fresh);

  expect(kinds(plan)).toEqual(['create', 'change', 'keep']);
  expect(plan.together).toMatchObject({ kind: 'create', before: null, contact: { id: 'fresh', data: { a: 2, b: 1 } } });
});

test('what is changed and changed back is not written', () => {
  const plan = planInTurn(stored({ a: 1 }), [wish({ a: 2 }, false), wish({ a: 1 }, true)], fresh);

  expect(kinds(plan)).toEqual(['change', 'change']);
  expect(plan.together).toBeNull();
});

test('a change in several steps is one change to what was stored', () => {
  const before = stored({ a: 1 });
  const plan = planInTurn(before, [wish({ a: 2 }), wish({ b: 3 }, false)], fresh);

  expect(plan.together).toMatchObject({
    kind: 'change',
    before,
    contact: { subscribed: false, data: { a: 2, b: 3 }, createdAt: then, updatedAt: now },
    changes: [
      { key: 'a', presence: 0, oldValue: 1, newValue: 2 },
      { key: 'b', presence: 1, newValue: 3 },
    ],
  });
});

test('a row that makes the data too large leaves the others alone', () => {
  const plan = planInTurn(
    null,
    [wish({ a: 'x'.repeat(40_000) }), wish({ b: 'x'.repeat(40_000) }), wish({ c: 1 })],
    fresh,
  );

  expect(kinds(plan)).toEqual(['create', 'refuse', 'change']);
  expect(plan.together).toMatchObject({ contact: { data: { a: expect.any(String), c: 1 } } });
});
