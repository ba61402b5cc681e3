import { expect, test } from 'vitest';
import { type EmailStateFields, type EmailStatus, emailState, emailStateKind, emailStates } from './email-states.ts';

const now = Date.parse('2026-11-12T13:32:00Z');
const moment = { now, timeZone: 'Europe/Berlin' };
const later = '2026-11-12T13:36:00Z';
const shown = (fields: EmailStateFields) => emailState(fields, moment);

const cases: [EmailStateFields, string][] = [
  [{ status: 'QUEUED' }, 'Waiting'],
  [{ status: 'QUEUED', attempts: 0, nextAttemptAt: later }, 'Waiting'],
  [{ status: 'QUEUED', attempts: 2, nextAttemptAt: '2026-11-12T13:31:00Z' }, 'Waiting'],
  [{ status: 'QUEUED', attempts: 2, nextAttemptAt: later }, 'Retrying 14:36'],
  [{ status: 'QUEUED', attempts: 2, nextAttemptAt: later, holdReason: 'PROJECT_PAUSED' }, 'Held'],
  [{ status: 'SENDING' }, 'Sending'],
  [{ status: 'SENDING', isInDoubt: true }, 'Checking'],
  [{ status: 'SENT' }, 'Handed over'],
  [{ status: 'DELIVERED' }, 'Delivered'],
  [{ status: 'OPENED' }, 'Delivered'],
  [{ status: 'CLICKED' }, 'Delivered'],
  [{ status: 'BOUNCED' }, 'Bounced'],
  [{ status: 'COMPLAINED' }, 'Complaint'],
  [{ status: 'SUPPRESSED', reason: 'UNSUBSCRIBED' }, 'Not sent'],
  [{ status: 'CANCELLED', reason: 'CONTACT_DELETED' }, 'Cancelled'],
  [{ status: 'FAILED', reason: 'EXPIRED' }, 'Failed'],
];

test.each(cases)('%o is shown as %s', (fields, word) => {
  expect(shown(fields).word).toBe(word);
});

test('every state has a shape of its own', () => {
  const shapes = Object.values(emailStates).map(({ shape }) => shape);
  expect(new Set(shapes).size).toBe(shapes.length);
});

test('every status has a state with a sentence, also when nothing else is known', () => {
  const statuses: EmailStatus[] = [
    'QUEUED',
    'SENDING',
    'SUPPRESSED',
    'CANCELLED',
    'FAILED',
    'SENT',
    'DELIVERED',
    'OPENED',
    'CLICKED',
    'BOUNCED',
    'COMPLAINED',
  ];
  for (const status of statuses) {
    expect(emailStates[emailStateKind({ status }, now)].word).not.toBe('');
    expect(shown({ status }).sentence).toMatch(/\.$/);
  }
});

test('the word Failed never stands without its reason', () => {
  expect(shown({ status: 'FAILED', reason: 'EXPIRED' }).sentence).toContain('72 hours');
  expect(shown({ status: 'FAILED', reason: 'REJECTED', error: '550 no such user' }).sentence).toBe(
    'The receiving server refused it for good. 550 no such user.',
  );
});

test('a reason that is newer than this table is named, not hidden', () => {
  expect(shown({ status: 'SUPPRESSED', reason: 'SOMETHING_NEW' }).sentence).toBe('Recorded reason: SOMETHING_NEW.');
});

test('handed over says whether it is final', () => {
  expect(shown({ status: 'SENT', hasDeliveryNotices: false }).sentence).toContain('this is final');
  expect(shown({ status: 'SENT', hasDeliveryNotices: true }).sentence).not.toContain('final');
});
