import { expect, test } from 'vitest';
import { readDataPatch } from '#pure/custom-fields';
import { type Contact, type ContactId, type ContactInput, planContact } from './contact.ts';

const now = new Date('2026-03-02T10:00:00.000Z');
const fresh = { id: '0192f0c2-7d11-7a52-8c0e-3b1f5a9d2e77' as ContactId, now };
const stored: Contact = {
  id: fresh.id,
  email: 'ada@example.com',
  subscribed: false,
  data: { plan: 'free', city: 'Bonn' },
  createdAt: new Date('2026-03-01T10:00:00.000Z'),
  updatedAt: new Date('2026-03-01T10:00:00.000Z'),
};

function input(data: unknown, more: Partial<ContactInput> = {}): ContactInput {
  const parsed = readDataPatch(data);
  if (!parsed.ok) throw new Error('test data must be readable');
  return { email: stored.email, subscribed: undefined, subscribedWhenNew: true, patch: parsed.patch, ...more };
}

test('a new contact takes the default state of its origin', () => {
  expect(planContact(null, input({}), fresh)).toMatchObject({ kind: 'create', contact: { subscribed: true } });
  expect(planContact(null, input({}, { subscribedWhenNew: false }), fresh)).toMatchObject({
    contact: { subscribed: false },
  });
});

test('an existing contact keeps its state when none is sent', () => {
  expect(planContact(stored, input({ plan: 'pro' }), fresh)).toMatchObject({
    kind: 'change',
    contact: { subscribed: false, data: { plan: 'pro', city: 'Bonn' }, updatedAt: now },
  });
});

test('an input that changes nothing keeps the contact as it is, and its updatedAt', () => {
  const plan = planContact(stored, input({ plan: 'free', nick: '' }), fresh);

  expect(plan).toEqual({ kind: 'keep', contact: stored });
});

test('data over 64 KB after the merge is refused', () => {
  const plan = planContact({ ...stored, data: { a: 'x'.repeat(40_000) } }, input({ b: 'x'.repeat(40_000) }), fresh);

  expect(plan).toMatchObject({ kind: 'refuse', problem: { code: 'too_big' } });
});
