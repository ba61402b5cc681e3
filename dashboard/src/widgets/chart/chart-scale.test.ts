import { expect, test } from 'vitest';
import { chartScale, labelledMoments, linePath, roundTop, spreadLabels } from './chart-scale.ts';

const box = { width: 100, height: 60, start: 0, end: 100, top: 0, base: 50 };

test('the top of an axis is round and so is its half', () => {
  expect(roundTop(3552, true)).toBe(4000);
  expect(roundTop(88, true)).toBe(100);
  expect(roundTop(1, true)).toBe(2);
  expect(roundTop(0, true)).toBe(2);
  expect(roundTop(0.11, false)).toBeCloseTo(0.2);
});

test('axes start at zero', () => {
  const scale = chartScale(box, 3, 10, false);
  expect(scale.ticks).toEqual([0, 5, 10]);
  expect(scale.y(0)).toBe(50);
  expect(scale.y(10)).toBe(0);
});

test('missing data is a gap, not a zero', () => {
  const scale = chartScale(box, 3, 10, false);
  expect(linePath([10, null, 0], scale)).toBe('M0 0M100 50');
  expect(linePath([10, 5, null], scale)).toBe('M0 0L50 25');
});

test('the pointer finds the nearest moment and never leaves the chart', () => {
  const line = chartScale(box, 3, 10, false);
  expect(line.indexAt(40)).toBe(1);
  expect(line.indexAt(-20)).toBe(0);
  expect(line.indexAt(400)).toBe(2);
  const bars = chartScale(box, 4, 10, true);
  expect(bars.indexAt(26)).toBe(1);
});

test('one moment alone is drawn without a division by zero', () => {
  const scale = chartScale(box, 1, 10, false);
  expect(linePath([5], scale)).toBe('M0 25');
  expect(scale.indexAt(70)).toBe(0);
});

test('the first and the last moment always have their word', () => {
  expect(labelledMoments(30, 400, 100)).toEqual([0, 10, 20, 29]);
  expect(labelledMoments(3, 1000, 100)).toEqual([0, 1, 2]);
  expect(labelledMoments(0, 400, 100)).toEqual([]);
});

test('words at the ends of lines never cover each other', () => {
  expect(spreadLabels([50, 48, 10], 16)).toEqual([64, 48, 10]);
});
