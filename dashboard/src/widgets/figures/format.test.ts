import { expect, test } from 'vitest';
import {
  formatAgo,
  formatBytes,
  formatClock,
  formatCount,
  formatDuration,
  formatExact,
  formatMoment,
  formatRate,
  formatRelative,
} from './format.ts';

const now = Date.parse('2026-11-12T13:32:00.000Z');
const zone = 'Europe/Berlin';
const before = (milliseconds: number) => formatRelative(now - milliseconds, now, zone);

test('a count follows the format of its reader', () => {
  expect(formatCount(1204, 'en')).toBe('1,204');
  expect(formatCount(1204, 'de')).toBe('1.204');
});

test('a rate keeps a no-break space before its sign and the figures that matter', () => {
  expect(formatRate(1131, 1190, 'en')).toBe('95.0\u00a0%');
  expect(formatRate(164, 1131, 'en')).toBe('14.5\u00a0%');
  expect(formatRate(5, 20874, 'en')).toBe('0.02\u00a0%');
  expect(formatRate(0, 10, 'en')).toBe('0\u00a0%');
});

test('there is no rate of nothing', () => {
  expect(formatRate(0, 0, 'en')).toBeNull();
});

test('times are relative up to a day and dated beyond it', () => {
  expect(before(500)).toBe('now');
  expect(before(4_000)).toBe('4\u00a0s');
  expect(before(59 * 60_000)).toBe('59\u00a0min');
  expect(before(23.9 * 3_600_000)).toBe('23\u00a0h');
  expect(before(24 * 3_600_000)).toBe('11 Nov, 14:32');
  expect(before(400 * 86_400_000)).toBe('8 Oct 2025');
  expect(formatRelative(now + 12 * 60_000, now, zone)).toBe('in 12\u00a0min');
});

test('where no heading says that a time lies behind, its words do', () => {
  const ago = (milliseconds: number) => formatAgo(now - milliseconds, now, zone);
  expect(ago(500)).toBe('just now');
  expect(ago(4 * 60_000)).toBe('4\u00a0min ago');
  expect(ago(86_400_000 - 1)).toBe('23\u00a0h ago');
  expect(ago(86_400_000)).toBe('11 Nov, 14:32');
  expect(ago(25 * 3_600_000)).toBe('11 Nov, 13:32');
  expect(ago(-5 * 60_000)).toBe('in 5\u00a0min');
});

test('the exact time names its zone', () => {
  expect(formatExact(now, zone)).toBe('Thursday 12 November 2026, 14:32:00 CET');
});

test('a clock time is as precise as it was asked to be', () => {
  expect(formatClock(now + 118, 'minute', zone)).toBe('14:32');
  expect(formatClock(now + 118, 'millisecond', zone)).toBe('14:32:00.118');
});

test('midnight is the hour 00, not 24', () => {
  expect(formatClock(Date.parse('2026-11-11T23:00:00Z'), 'minute', zone)).toBe('00:00');
});

test('a time ahead says its day when it is not today', () => {
  expect(formatMoment(now + 4 * 60_000, now, zone)).toBe('14:36');
  expect(formatMoment(now + 2 * 86_400_000, now, zone)).toBe('Sat 14:32');
  expect(formatMoment(now + 13 * 86_400_000, now, zone)).toBe('25 Nov, 14:32');
});

test('bytes and durations change their unit before they get long', () => {
  expect(formatBytes(1, 'en')).toBe('1\u00a0byte');
  expect(formatBytes(14_541, 'en')).toBe('14.2\u00a0KB');
  expect(formatBytes(1_048_576, 'en')).toBe('1\u00a0MB');
  expect(formatDuration(41, 'en')).toBe('41\u00a0ms');
  expect(formatDuration(1900, 'en')).toBe('1.9\u00a0s');
  expect(formatDuration(86_000, 'en')).toBe('1\u00a0min 26\u00a0s');
  expect(formatDuration(3_599_900, 'en')).toBe('1\u00a0h');
  expect(formatDuration(187_200_000, 'en')).toBe('2\u00a0d 4\u00a0h');
});
