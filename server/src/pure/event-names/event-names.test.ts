import { describe, expect, test } from 'vitest';
import { activityNames, canonicalEventName, isReservedEventName, isUnknownActivity, readEventName } from './index.ts';

describe('a sent name', () => {
  test.each([
    ['purchase', 'purchase'],
    ['  Order placed  ', 'Order placed'],
    ['shop/cart.add', 'shop/cart.add'],
    ['x'.repeat(255), 'x'.repeat(255)],
    ['😀'.repeat(255), '😀'.repeat(255)],
  ])('%j is read', (text, name) => {
    expect(readEventName(text)).toEqual({ ok: true, name });
  });

  test.each([
    ['', 'too_small'],
    [' \t ', 'too_small'],
    ['x'.repeat(256), 'too_big'],
    ['😀'.repeat(256), 'too_big'],
    ['a\nb', 'invalid_string'],
    ['a\u007fb', 'invalid_string'],
  ])('%j is refused as %s', (text, code) => {
    expect(readEventName(text)).toMatchObject({ ok: false, code });
  });
});

test.each([
  ['email.open', true],
  ['email.anything', true],
  ['email.', true],
  ['contact.subscribed', true],
  ['contact.unsubscribed', true],
  ['segment.vip.entry', true],
  ['segment.a.b.exit', true],
  ['email', false],
  ['Email.open', false],
  ['emails.sent', false],
  ['contact.created', false],
  ['contact.subscribed.twice', false],
  ['segment.vip', false],
  ['segment..entry', false],
  ['my.segment.vip.entry', false],
])('%s is reserved: %s', (name, isReserved) => {
  expect(isReservedEventName(name)).toBe(isReserved);
});

test.each([
  ['email.delivered', 'email.delivery'],
  ['email.opened', 'email.open'],
  ['email.clicked', 'email.click'],
  ['email.bounced', 'email.bounce'],
  ['email.complained', 'email.complaint'],
  ['email.sent', 'email.sent'],
  ['email.constructor', 'email.constructor'],
  ['purchase', 'purchase'],
])('%s is recorded as %s', (name, canonical) => {
  expect(canonicalEventName(name)).toBe(canonical);
});

test('every activity a caller may write is a known one', () => {
  expect(activityNames.map((name) => `email.${name}`).filter(isUnknownActivity)).toEqual([]);
  expect(['email.read', 'email.', 'purchase'].map(isUnknownActivity)).toEqual([true, true, false]);
});
