import { expect, test } from 'vitest';
import { subscribedAt, subscriptionCheck } from './subscription-check.ts';

const at = (day: number) => new Date(Date.UTC(2026, 2, day));
const event = (day: number | null, data: { reason?: string; source: string } | null = null) =>
  day === null ? undefined : { at: at(day), data };

test.each([
  ['never changed', true, null, null, true],
  ['never subscribed', false, null, null, false],
  ['unsubscribed before', false, null, 4, false],
  ['unsubscribed after', false, null, 6, true],
  ['subscribed after', true, 6, null, false],
  ['unsubscribed before and subscribed after', true, 6, 4, false],
  ['subscribed before and unsubscribed after', false, 4, 6, true],
  ['changed twice since', true, 7, 6, null],
])('the state at a moment follows from the last two changes: %s', (_, isSubscribed, on, off, expected) => {
  expect(subscribedAt({ isSubscribed, subscribed: event(on), unsubscribed: event(off) }, at(5))).toBe(expected);
});

test('a change while the audience was read leaves the result open', () => {
  const facts = { isSubscribed: false, source: 'api', subscribed: undefined, unsubscribed: event(5) };

  const results = [
    { from: at(3), until: at(4) },
    { from: at(4), until: at(6) },
    { from: at(6), until: at(7) },
  ].map((reading) => subscriptionCheck('MARKETING', facts, reading).result);

  expect(results).toEqual(['pass', 'unknown', 'fail']);
  expect(subscriptionCheck('TRANSACTIONAL', facts, { from: at(6), until: at(7) }).result).toBe('pass');
});

test('it says since when, and by what', () => {
  const now = { from: at(9), until: at(9) };
  const facts = { isSubscribed: false, source: 'send', subscribed: undefined };
  const message = (unsubscribed: ReturnType<typeof event>) =>
    subscriptionCheck('HEADLESS', { ...facts, unsubscribed }, now).message;

  expect(message(event(1, { source: 'page', reason: 'one_click' }))).toBe(
    'Unsubscribed since 1 March 2026, 00:00 UTC by one_click',
  );
  expect(message(event(1, { source: 'bulk' }))).toContain('by bulk');
  expect(message(event(1))).toBe('Unsubscribed since 1 March 2026, 00:00 UTC');
  expect(message(undefined)).toBe('Not subscribed since its creation (source send)');
});
