import { expect, test } from 'vitest';
import type { Campaign, Domain, Workflow } from '../../api/home.ts';
import { type Facts, questionsOf } from './questions.ts';

const none: Facts = { projectId: 'p', security: undefined, domains: [], workflows: [], campaigns: [] };
const asked = (facts: Partial<Facts>) =>
  questionsOf({ ...none, ...facts }).map(({ level, sentence, more }) => [level, sentence, more]);

// Only the fields that decide; the rest of these records says nothing here.
const domain = (fields: Partial<Domain>) =>
  ({
    id: 'd',
    domain: 'example.org',
    verified: false,
    atRiskSince: null,
    problem: null,
    records: [],
    ...fields,
  }) as Domain;
const record = (fields: Partial<Domain['records'][number]>) =>
  ({ required: true, status: 'pending', message: null, ...fields }) as Domain['records'][number];
const workflow = (failed24h: number, pausedAt: string | null = null) =>
  ({ id: 'w', name: 'Welcome', pausedAt, _count: { failed24h } }) as Workflow;
const campaign = (fields: Partial<Campaign>) =>
  ({ id: 'c', name: 'Spring', pausedAt: null, pausedReason: null, holdReason: null, ...fields }) as Campaign;

test('nothing waits where nothing is wrong', () => {
  expect(asked({ domains: [domain({ verified: true })], workflows: [workflow(0)], campaigns: [campaign({})] })).toEqual(
    [],
  );
});

test('a domain says what is missing: the message of a wrong record first, else the count', () => {
  const records = [record({}), record({ status: 'mismatch', message: 'The host was entered twice.' })];
  expect(asked({ domains: [domain({ records })] })).toEqual([
    ['warn', 'example.org is not verified yet', 'The host was entered twice.'],
  ]);
  const optional = [record({}), record({ required: false })];
  expect(asked({ domains: [domain({ records: optional })] })[0]?.[2]).toBe('1 required record is still to be found.');
  expect(asked({ domains: [domain({ problem: 'DOMAIN_CLAIMED' })] })[0]?.[2]).toContain('Another project');
});

test('what stops mail comes first: at risk before failed journeys', () => {
  const atRisk = domain({ verified: true, atRiskSince: '2026-11-12T10:00:00.000Z', records: [record({})] });
  expect(asked({ domains: [atRisk], workflows: [workflow(4)] })).toEqual([
    ['block', 'example.org is at risk', '1 required record is still to be found.'],
    ['warn', '4 journeys failed in Welcome', 'In the last 24 hours.'],
  ]);
});

test('a campaign that a person paused is a note; one that stopped by itself is a problem', () => {
  const pausedAt = '2026-11-12T10:00:00.000Z';
  expect(asked({ campaigns: [campaign({ pausedAt, pausedReason: 'USER' })] })[0]).toEqual([
    'warn',
    'Spring is paused',
    'Paused by hand.',
  ]);
  expect(asked({ campaigns: [campaign({ pausedAt, pausedReason: 'CANARY' })] })[0]?.[0]).toBe('block');
  expect(asked({ campaigns: [campaign({ holdReason: 'BILLING_LIMIT' })] })[0]).toEqual([
    'block',
    'Spring is held',
    'The monthly cap is reached.',
  ]);
});
