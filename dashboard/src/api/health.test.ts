import { expect, test } from 'vitest';
import { healthOf } from './health.ts';
import type { Security } from './home.ts';

const window = { total: 0, bounces: 0, complaints: 0, bounceRate: 0, complaintRate: 0 };
const healthy: Security = {
  status: {
    projectId: '0197f3a2-7e0c-7cc1-9f00-aa12bc34b41e',
    isHealthy: true,
    shouldDisable: false,
    isNewProject: true,
    twentyFourHour: { ...window, total: 3482, bounces: 31, complaints: 1, bounceRate: 0.89, complaintRate: 0.03 },
    sevenDay: window,
    allTime: window,
    violations: [],
    warnings: [],
  },
  levels: { bounce7Day: 'healthy', bounceAllTime: 'healthy', complaint7Day: 'healthy', complaintAllTime: 'healthy' },
  isDisabled: false,
  paused: { all: null, marketing: null },
  suspensions: [],
  thresholds: {
    bounce: { warn: 4, pauseMarketing: 5, pauseAll: 8 },
    complaint: { warn: 0.08, pauseMarketing: 0.1, pauseAll: 0.3 },
    minimum: { sent: 200, bounces: 10, complaints: 3 },
    newProject: { days: 30, bounces24h: 25, complaints24h: 5 },
  },
};

test('the figures stand behind the word, each with its line', () => {
  expect(healthOf(healthy)).toEqual({
    level: 'good',
    word: 'In good order',
    reasons: [
      'Bounces are 0.89\u00a0% of 3,482 handed over in 24 hours; we warn at 4\u00a0%.',
      'Complaints are 0.03\u00a0%; we warn at 0.08\u00a0%.',
    ],
  });
});

test('without live mail there is no rate to judge', () => {
  const status = { ...healthy.status, twentyFourHour: window };
  expect(healthOf({ ...healthy, status }).reasons).toEqual([
    'No live mail was handed over in 24 hours; test mail is not counted here.',
  ]);
});

test('all-time levels inform and change no word; seven days do; a pause comes first', () => {
  const word = (change: Partial<Security>) => healthOf({ ...healthy, ...change }).word;
  expect(word({ levels: { ...healthy.levels, bounceAllTime: 'critical' } })).toBe('In good order');
  expect(word({ levels: { ...healthy.levels, bounce7Day: 'warning' } })).toBe('Watch');
  expect(word({ paused: { all: null, marketing: '2026-11-12T10:00:00.000Z' } })).toBe('Marketing paused');
  expect(word({ paused: { all: '2026-11-12T10:00:00.000Z', marketing: null } })).toBe('Paused');
  expect(word({ isDisabled: true })).toBe('Disabled');
});
