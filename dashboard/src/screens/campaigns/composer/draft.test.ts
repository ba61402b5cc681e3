import { expect, test } from 'vitest';
import type { Campaign } from '../../../api/campaigns.ts';
import { afterEvent, draftOf, isRefused, isUnsaved } from './draft.ts';

const campaign: Campaign = {
  id: '0197f5a0-0000-7000-8000-000000000001',
  projectId: '0197f5a0-0000-7000-8000-000000000002',
  createdAt: '2026-11-14T10:00:00.000Z',
  updatedAt: '2026-11-14T10:00:00.000Z',
  name: 'News',
  description: null,
  subject: 'Hello',
  body: '<p>Hi</p>',
  from: 'news@example.com',
  fromName: null,
  replyTo: null,
  type: 'MARKETING',
  status: 'DRAFT',
  audienceType: 'ALL',
  segmentId: null,
  segment: null,
  audienceCondition: null,
  scheduledFor: null,
  templateId: null,
  sendRate: null,
  canary: null,
  excludeCampaignId: null,
  totalRecipients: 0,
  sentCount: 0,
  deliveredCount: 0,
  openedCount: 0,
  clickedCount: 0,
  bouncedCount: 0,
  complainedCount: 0,
  unsubscribedCount: 0,
  sentAt: null,
  expandedAt: null,
  completedAt: null,
  pausedAt: null,
  pausedReason: null,
  pauseDetail: null,
  holdReason: null,
  heldSince: null,
  cancelReason: null,
  sentBy: null,
  cancelledBy: null,
  acknowledged: [],
};
const later = (change: Partial<Campaign>): Campaign => ({
  ...campaign,
  updatedAt: '2026-11-14T10:05:00.000Z',
  ...change,
});
const mine = afterEvent(draftOf(campaign), { kind: 'changed', change: { subject: 'Mine' } });

test("another person's change is taken over while nothing of mine is unsaved", () => {
  const seen = afterEvent(draftOf(campaign), { kind: 'seen', campaign: later({ subject: 'Theirs' }) });
  expect(seen.fields.subject).toBe('Theirs');
  expect(isUnsaved(seen)).toBe(false);
});

test("another person's change waits for an answer while something of mine is unsaved", () => {
  const seen = afterEvent(mine, { kind: 'seen', campaign: later({ subject: 'Theirs' }) });
  expect(seen.newer?.subject).toBe('Theirs');
  expect(seen.fields.subject).toBe('Mine');

  const kept = afterEvent(seen, { kind: 'answered', choice: 'keep mine' });
  expect({ mine: kept.fields.subject, basis: kept.saved.subject, newer: kept.newer }).toEqual({
    mine: 'Mine',
    basis: 'Theirs',
    newer: null,
  });
  expect(afterEvent(seen, { kind: 'answered', choice: 'take theirs' }).fields.subject).toBe('Theirs');
});

test('counters that move are no change of the campaign', () => {
  const seen = afterEvent(mine, { kind: 'seen', campaign: later({ status: 'SCHEDULED' }) });
  expect(seen.newer).toBeNull();
  expect(seen.fields.subject).toBe('Mine');
});

test('an answer from before the last save changes nothing', () => {
  const saved = afterEvent(mine, { kind: 'saved', campaign: later({ subject: 'Mine' }), sent: mine.fields });
  expect(afterEvent(saved, { kind: 'seen', campaign })).toBe(saved);
});

test('a name that the server trims is saved, and stays as it was typed', () => {
  const typed = afterEvent(draftOf(campaign), { kind: 'changed', change: { fromName: 'Ann ' } });
  expect(isUnsaved(typed)).toBe(true);
  const saved = afterEvent(typed, { kind: 'saved', campaign: later({ fromName: 'Ann' }), sent: typed.fields });
  expect(isUnsaved(saved)).toBe(false);
  expect(saved.fields.fromName).toBe('Ann ');
  expect(isUnsaved(afterEvent(saved, { kind: 'changed', change: { fromName: 'Ann K' } }))).toBe(true);
});

test('what was refused is refused until it changes; no answer is no refusal', () => {
  const problem = { message: 'No.', statusCode: 422, code: 'VALIDATION_ERROR', details: {}, retryAfterSeconds: null };
  const refused = afterEvent(mine, { kind: 'refused', fields: mine.fields, problem });
  expect(isRefused(refused)).toBe(true);
  expect(isRefused(afterEvent(refused, { kind: 'changed', change: { subject: 'Other' } }))).toBe(false);
  const silent = { ...problem, statusCode: 0 };
  expect(isRefused(afterEvent(mine, { kind: 'refused', fields: mine.fields, problem: silent }))).toBe(false);
});
