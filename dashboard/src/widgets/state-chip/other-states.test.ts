import { expect, test } from 'vitest';
import { campaignState, domainState, executionState, recordState } from './other-states.ts';

const moment = { now: Date.parse('2026-11-12T13:32:00Z'), timeZone: 'Europe/Berlin' };

test('a pause is said beside the state it does not change', () => {
  expect(campaignState({ status: 'SENDING' }, moment).word).toBe('Sending');
  expect(campaignState({ status: 'SENDING', isPaused: true }, moment).word).toBe('Sending, paused');
  expect(campaignState({ status: 'SENDING', isHeld: true }, moment).word).toBe('Held');
  expect(campaignState({ status: 'SENT', isPaused: true }, moment).word).toBe('Sent');
});

test('a scheduled campaign says when it starts', () => {
  const state = campaignState({ status: 'SCHEDULED', scheduledFor: '2026-11-17T08:00:00Z' }, moment);
  expect(state.sentence).toBe('Starts Tue 09:00.');
});

test('a verified domain that lost a record is at risk, not unverified', () => {
  expect(domainState({ status: 'verified' }, moment).kind).toBe('verified');
  expect(domainState({ status: 'verified', atRiskSince: '2026-11-12T08:10:00Z' }, moment)).toMatchObject({
    kind: 'risk',
    word: 'At risk since 09:10',
  });
  expect(domainState({ status: 'pending', atRiskSince: '2026-11-12T08:10:00Z' }, moment).word).toBe('Not verified yet');
});

test('a wrong record that is only recommended never looks like a failure', () => {
  expect(recordState('mismatch', true).kind).toBe('bounced');
  expect(recordState('mismatch', false).kind).toBe('retrying');
});

test('a failed execution is coloured, a finished one is not', () => {
  expect(executionState('FAILED').kind).toBe('failed');
  expect(executionState('COMPLETED').word).toBe('Finished');
});
