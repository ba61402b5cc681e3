import { expect, test } from 'vitest';
import { lineOf } from '../bench/comparison.ts';
import type { KeptResult } from '../record/kept-results.ts';
import { assumptions } from './assumptions.ts';
import { capacityPage } from './capacity-page.ts';
import { inputSources } from './inputs.ts';
import { shownBytes, shownCores, shownNumber, shownRate } from './shown-numbers.ts';

/** A result of each bench that has all of its figures, each 2. */
const results = new Map(
  [...new Set(Object.values(inputSources).map(({ bench }) => bench))].map((bench): [string, KeptResult] => [
    `bench/${bench}`,
    {
      run: `bench/${bench}`,
      command: `npm run bench -- ${bench}`,
      form: 'long',
      commit: `of-${bench}`,
      isChanged: false,
      code: '',
      date: '2026-01-02',
      machine: '2 cores',
      seconds: 1,
      passed: 1,
      failed: 0,
      statements: [],
      measurements: Object.values(inputSources)
        .filter((input) => input.bench === bench)
        .map(({ figure }) => lineOf({ name: figure, ours: 2, unit: 'ms', want: null })),
    },
  ]),
);

test('the page shows each input with its bench, date and machine, and counts with it', () => {
  const page = capacityPage(results, assumptions);

  for (const { bench, figure } of Object.values(inputSources)) expect(page).toContain(`${bench}: ${figure}`);
  expect(page).toContain('| 2026-01-02, `of-handoff`, 2 cores |');
  expect(page).toContain('| peak = average × factor, a second | 49.8 | 4,980 | 49,800 |');
  expect(page).toContain('| worker processors, likewise | 1 | 17 | 166 |'); // 49,800 × 2 ms ÷ 1,000 ÷ 0.6
  expect(page).not.toContain('not measured');
});

test('a figure that no result has is shown as not measured, with all that needs it', () => {
  const page = capacityPage(new Map([...results].filter(([run]) => run !== 'bench/handoff')), assumptions);

  expect(page).toContain('| worker, claim to SENT | not measured | handoff: ');
  expect(page).toContain('| worker processors, likewise | not measured | not measured | not measured |');
  expect(page).toContain('| **cells** = the largest of these, rounded up | **not measured** |');
});

test('numbers have three digits, bytes decimal units, and processors are whole', () => {
  expect([0.01234, 12_345, Number.NaN].map(shownNumber)).toEqual(['0.0123', '12,300', 'not measured']);
  expect([999, 1_000, 2.5e13].map(shownBytes)).toEqual(['999 bytes', '1 kB', '25 TB']);
  expect([1_500_000, Number.NaN].map(shownRate)).toEqual(['1.5 MB/s', 'not measured']);
  expect([0.2, 3.1].map(shownCores)).toEqual(['1', '4']);
});
