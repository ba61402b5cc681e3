import { afterEach, expect, test, vi } from 'vitest';
import { lineOf, median, readLine, report } from './comparison.ts';

afterEach(() => {
  process.exitCode = undefined;
});

const base = { name: 'spool.drain', unit: 'rows/s' };

test.each([
  [60, 100, { ratio: { atLeast: 0.6 } }, 'ratio >= 0.6', true],
  [59.999, 100, { ratio: { atLeast: 0.6 } }, 'ratio >= 0.6', false], // the rounded ratio would pass
  [150, 100, { ratio: { atMost: 1.5 } }, 'ratio <= 1.5', true],
  [151, 100, { ratio: { atMost: 1.5 } }, 'ratio <= 1.5', false],
  [2, 100, { ours: { atMost: 2 } }, 'ours <= 2', true],
  [2.01, 100, { ours: { atMost: 2 } }, 'ours <= 2', false],
  [Number.NaN, 100, { ratio: { atMost: 1.5 } }, 'ratio <= 1.5', false],
] as const)('%d beside %d with %j', (ours, bare, want, text, isMet) => {
  expect(lineOf({ ...base, ours, bare, want })).toMatchObject({ want: text, isMet });
});

test('a ratio without a bare value is missed, a measurement without a requirement is only shown', () => {
  expect(lineOf({ ...base, ours: 1, want: { ratio: { atLeast: 0.1 } } })).toMatchObject({ isMet: false });
  expect(lineOf({ ...base, ours: 1, bare: 2, want: null })).toEqual({
    ...base,
    ours: 1,
    bare: 2,
    ratio: 0.5,
    want: null,
    isMet: null,
  });
});

test('a thin server is shown beside both, and may be what is required', () => {
  const measured = { ...base, ours: 3, bare: 4, thin: 6 };

  expect(lineOf({ ...measured, want: { ratio: { atLeast: 0.75 } } })).toMatchObject({ ratio: 0.75, isMet: true });
  expect(lineOf({ ...measured, want: { ratioToThin: { atLeast: 0.6 } } })).toMatchObject({
    thin: 6,
    ratioToThin: 0.5,
    want: 'ratioToThin >= 0.6',
    isMet: false,
  });
});

test('a missed requirement fails the run, and a later one that is met does not change that', () => {
  const print = vi.spyOn(console, 'log').mockReturnValue();
  report({ ...base, ours: 1, bare: 1, want: { ratio: { atLeast: 0.5 } } });
  expect(process.exitCode).toBeUndefined();

  report({ ...base, ours: 1, bare: 4, want: { ratio: { atLeast: 0.5 } } });
  report({ ...base, ours: 1, bare: 1, want: { ratio: { atLeast: 0.5 } } });

  expect(process.exitCode).toBe(1);
  expect(print.mock.calls.map(([text]) => readLine(String(text))?.isMet)).toEqual([true, false, true]);
  print.mockRestore();
});

test('other lines are not measurements', () => {
  expect(['slowest: 1', '{"name":"x","plans":{}}', ''].map(readLine)).toEqual([null, null, null]);
});

test('the median of nothing is NaN', () => {
  expect([median([3, 1, 2]), median([])]).toEqual([2, Number.NaN]);
});
