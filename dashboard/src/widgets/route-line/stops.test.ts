import { expect, test } from 'vitest';
import { type EmailRouteFields, sentenceOfStops, stopsOf } from './stops.ts';

const moment = { now: Date.parse('2026-11-12T13:32:00Z'), timeZone: 'Europe/Berlin' };
const createdAt = '2026-11-12T13:31:20.118Z';
const sentAt = '2026-11-12T13:31:22.064Z';
const deliveredAt = '2026-11-12T13:31:24.371Z';
const openedAt = '2026-11-12T13:31:30.000Z';

const stops = (email: Omit<EmailRouteFields, 'createdAt'>) => stopsOf({ createdAt, ...email }, moment);
const states = (email: Omit<EmailRouteFields, 'createdAt'>) => stops(email).map(({ state }) => state);
const sentence = (email: Omit<EmailRouteFields, 'createdAt'>) => sentenceOfStops(stops(email));

const cases: [Omit<EmailRouteFields, 'createdAt'>, string[], string][] = [
  [{ status: 'QUEUED' }, ['passed', 'passed', 'wait', 'wait', 'wait'], 'Accepted, rendered, waiting'],
  [
    { status: 'QUEUED', attempts: 2, nextAttemptAt: '2026-11-12T13:36:00Z' },
    ['passed', 'passed', 'retrying', 'wait', 'wait'],
    'Accepted, rendered, retrying',
  ],
  [
    { status: 'QUEUED', holdReason: 'PROJECT_PAUSED' },
    ['passed', 'passed', 'held', 'wait', 'wait'],
    'Accepted, rendered, held',
  ],
  [{ status: 'SENDING' }, ['passed', 'passed', 'now', 'wait', 'wait'], 'Accepted, rendered, being handed over'],
  [
    { status: 'SENDING', isInDoubt: true },
    ['passed', 'passed', 'checking', 'wait', 'wait'],
    'Accepted, rendered, hand-over being checked',
  ],
  [{ status: 'SENT', sentAt }, ['passed', 'passed', 'passed', 'wait', 'wait'], 'Accepted, rendered, handed over'],
  [
    { status: 'SENT', sentAt, hasDeliveryNotices: false },
    ['passed', 'passed', 'ended', 'never', 'never'],
    'Accepted, rendered, handed over, final',
  ],
  [
    { status: 'DELIVERED', sentAt, deliveredAt },
    ['passed', 'passed', 'passed', 'good', 'wait'],
    'Accepted, rendered, handed over, delivered',
  ],
  [
    { status: 'CLICKED', sentAt, deliveredAt, openedAt, clickedAt: openedAt },
    ['passed', 'passed', 'passed', 'good', 'passed', 'passed'],
    'Accepted, rendered, handed over, delivered, opened, clicked',
  ],
  [
    { status: 'BOUNCED', sentAt, bouncedAt: deliveredAt },
    ['passed', 'passed', 'passed', 'stopped', 'never'],
    'Accepted, rendered, handed over, bounced',
  ],
  [
    { status: 'BOUNCED', sentAt, deliveredAt, bouncedAt: openedAt },
    ['passed', 'passed', 'passed', 'good', 'never', 'stopped'],
    'Accepted, rendered, handed over, delivered, bounced',
  ],
  [
    { status: 'COMPLAINED', sentAt, complainedAt: openedAt },
    ['passed', 'passed', 'passed', 'good', 'never', 'stopped'],
    'Accepted, rendered, handed over, delivered, complaint',
  ],
  [
    { status: 'SUPPRESSED', reason: 'UNSUBSCRIBED' },
    ['passed', 'passed', 'withheld', 'never', 'never'],
    'Accepted, rendered, not sent',
  ],
  [
    { status: 'CANCELLED', reason: 'CAMPAIGN_CANCELLED' },
    ['passed', 'passed', 'withheld', 'never', 'never'],
    'Accepted, rendered, cancelled',
  ],
  [
    { status: 'FAILED', reason: 'EXPIRED' },
    ['passed', 'passed', 'stopped', 'never', 'never'],
    'Accepted, rendered, failed',
  ],
  [
    { status: 'FAILED', reason: 'RENDER_FAILED' },
    ['passed', 'stopped', 'never', 'never', 'never'],
    'Accepted, not rendered',
  ],
];

test.each(cases)('%o', (email, expectedStates, expectedSentence) => {
  expect(states(email)).toEqual(expectedStates);
  expect(sentence(email)).toBe(expectedSentence);
});

test('each leg says how long it took since the last known time', () => {
  const line = stops({ status: 'DELIVERED', sentAt, deliveredAt, attempts: 1 });

  expect(line.map(({ at }) => at)).toEqual(['14:31:20.118', undefined, '14:31:22.064', '14:31:24.371', undefined]);
  expect(line.map(({ leg }) => leg)).toEqual([undefined, undefined, '1.9\u00a0s', '2.3\u00a0s', undefined]);
});

test('a notice that is dated before the hand-over draws no negative length', () => {
  const line = stops({ status: 'DELIVERED', sentAt: deliveredAt, deliveredAt: sentAt });

  expect(line[3]?.leg).toBeUndefined();
});

test('a stop on a later day carries its day', () => {
  const line = stops({ status: 'DELIVERED', sentAt, deliveredAt: '2026-11-14T08:00:00Z' });

  expect(line[3]?.at).toBe('Sat 09:00');
});
