import { expect, test } from 'vitest';
import { readDataPatch } from '#pure/custom-fields';
import type { Contact, ContactId, ContactWish } from './contact.ts';
import { planContact } from './contact.ts';

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

function wish(data: unknown, more: Partial<ContactWish> = {}): ContactWish {
  const reading = readDataPatch(data);
  if (!reading.ok) throw new Error('test data must be readable');
  return { email: stored.email, subscribed: undefined, subscribedWhenNew: true, patch: reading.patch, ...more };
}

test('a new contact takes the default state of its origin', () => {
  expect(planContact(null, wish({}), fresh)).toMatchObject({ kind: 'create', contact: { subscribed: true } });
  expect(planContact(null, wish({}, { subscribedWhenNew: false }), fresh)).toMatchObject({
    contact: { subscribed: false },
  });
});

test('an existing contact keeps its state when none is sent', () => {
  expect(planContact(stored, wish({ plan: 'pro' }), fresh)).toMatchObject({
    kind: 'change',
    contact: { subscribed: false, data: { plan: 'pro', city: 'Bonn' }, updatedAt: now },
  });
});

test('a wish that changes nothing is kept as it is, and updatedAt with it', () => {
  const plan = planContact(stored, wish({ plan: 'free', nick: '' }), fresh);

  expect(plan).toEqual({ kind: 'keep', contact: stored });
});

test('data past 64 KB after the merge is refused', () => {
  const plan = planContact({ ...stored, data: { a: 'x'.repeat(40_000) } }, wish({ b: 'x'.repeat(40_000) }), fresh);

  expect(plan).toMatchObject({ kind: 'refuse', problem: { code: 'too_big' } });
});
