import { describe, expect, test } from 'vitest';
import { judge } from './judge.ts';
import type { ReputationCounts, ReputationStats } from './stats.ts';

const counts = (sent: number, bounces = 0, complaints = 0): ReputationCounts => ({ sent, bounces, complaints });
const stats = (week: ReputationCounts, rest: Partial<ReputationStats> = {}): ReputationStats => ({
  isNewProject: false,
  day: counts(0),
  week,
  sources: [],
  ...rest,
});
const noSources: Parameters<typeof judge>[1] = { stopped: [], canStop: new Set<string>() };
const campaigns = new Set(['campaign', 'workflow']);

const stopsOf = (given: ReputationStats, options = noSources): unknown[] =>
  judge(given, options).stops.map(({ what }) => what);
const linesOf = (given: ReputationStats): string[] =>
  judge(given, noSources).crossings.map(({ metric, line }) => `${metric} ${line}`);

describe('lines over seven days (P12)', () => {
  test.each([
    ['nothing sent', counts(0, 50, 50), []],
    ['too little sent', counts(199, 199, 199), []],
    ['too few bounces', counts(200, 9), []],
    ['just below the first line', counts(10_000, 399), []],
    ['bounces at the warn line', counts(10_000, 400), ['bounceRate warn']],
    ['just below the second', counts(10_000, 499), ['bounceRate warn']],
    ['bounces pause marketing', counts(10_000, 500), ['bounceRate warn', 'bounceRate pauseMarketing']],
    ['just below the third', counts(10_000, 799), ['bounceRate warn', 'bounceRate pauseMarketing']],
    ['bounces pause all', counts(200, 16), ['bounceRate warn', 'bounceRate pauseMarketing', 'bounceRate pauseAll']],
    ['too few complaints', counts(200, 0, 2), []],
    ['complaints below', counts(10_000, 0, 7), []],
    ['complaints at the warn line', counts(10_000, 0, 8), ['complaintRate warn']],
    ['complaints pause marketing', counts(10_000, 0, 10), ['complaintRate warn', 'complaintRate pauseMarketing']],
    ['complaints just below the third', counts(10_000, 0, 29), ['complaintRate warn', 'complaintRate pauseMarketing']],
    [
      'complaints pause all',
      counts(10_000, 0, 30),
      ['complaintRate warn', 'complaintRate pauseMarketing', 'complaintRate pauseAll'],
    ],
  ])('%s', (_, week, expected) => {
    expect(linesOf(stats(week))).toEqual(expected);
  });
});

describe('what stops', () => {
  test.each([
    ['nothing at the warn line', stats(counts(1_000, 40)), []],
    ['marketing', stats(counts(1_000, 50)), ['MARKETING']],
    ['everything', stats(counts(1_000, 80)), ['ALL']],
    ['everything, by complaints, whatever the bounces', stats(counts(1_000, 50, 3)), ['ALL']],
    ['marketing once for each cause', stats(counts(3_000, 150, 3)), ['MARKETING', 'MARKETING']],
    ['nothing of an old project by counts', stats(counts(100, 25), { day: counts(100, 25, 5) }), []],
    ['not yet a new project', stats(counts(1), { isNewProject: true, day: counts(100, 24, 4) }), []],
    ['a new project by bounces', stats(counts(1), { isNewProject: true, day: counts(100, 25) }), ['ALL']],
    ['a new project by complaints', stats(counts(1), { isNewProject: true, day: counts(100, 0, 5) }), ['ALL']],
  ])('%s', (_, given, expected) => {
    expect(stopsOf(given)).toEqual(expected);
  });
});

describe('a source first, the project second (D-1133)', () => {
  const bad = { scope: 'campaign', targetId: 'a' };
  const other = { scope: 'workflow', targetId: 'b' };
  const week = counts(1_000, 60);

  test.each([
    ['more than half of it comes from one', [{ ...bad, week: counts(400, 31) }], [bad]],
    ['exactly half does not', [{ ...bad, week: counts(400, 30) }], ['MARKETING']],
    ['the line is crossed without it too', [{ ...bad, week: counts(700, 40) }], [bad, 'MARKETING']],
    [
      'several share it',
      [
        { ...bad, week: counts(300, 25) },
        { ...other, week: counts(300, 25) },
      ],
      ['MARKETING'],
    ],
    ['a scope that cannot stop itself', [{ scope: 'other', targetId: 'a', week: counts(500, 60) }], ['MARKETING']],
  ])('%s', (_, sources, expected) => {
    expect(stopsOf(stats(week, { sources }), { stopped: [], canStop: campaigns })).toEqual(expected);
  });

  test('a source that is paused already does not count against the rest', () => {
    const sources = [{ ...bad, week: counts(500, 50) }];
    expect(stopsOf(stats(week, { sources }), { stopped: [bad], canStop: campaigns })).toEqual([]);
  });

  test('but the rest may cross the line by itself', () => {
    const sources = [{ ...bad, week: counts(500, 30) }];
    const given = stats(counts(1_000, 65), { sources });
    expect(stopsOf(given, { stopped: [bad], canStop: campaigns })).toEqual(['MARKETING']);
  });
});
