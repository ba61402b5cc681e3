import { expect, test } from 'vitest';
import { lineOf } from '../bench/comparison.ts';
import { readOutput } from './read-output.ts';

test('statements are read with their figures, also in brackets, and counted', () => {
  const output = readOutput(
    [
      'spool, seed 7',
      'ok  every row was completed  {"rows":3,"places":["a  b"]}',
      'ok  nothing is under way',
      'ok  POST /v1/send  (12 requests, at most 3 ms)',
      'NOT OK  no row was completed twice  [1,2]',
      '3 passed, 1 failed',
    ],
    1,
  );

  expect(output).toEqual({
    passed: 3,
    failed: 1,
    statements: [
      { text: 'every row was completed', holds: true, figures: { rows: 3, places: ['a  b'] } },
      { text: 'nothing is under way', holds: true },
      { text: 'POST /v1/send', holds: true, figures: '12 requests, at most 3 ms' },
      { text: 'no row was completed twice', holds: false, figures: [1, 2] },
    ],
    measurements: [],
  });
});

test('the reasons below a statement that does not hold are its figures', () => {
  const { statements } = readOutput(
    ['ok  one', '   - no reason of it', 'NOT OK  GET /health  (2 requests)', '   - 500 for a', '   - 500 for b'],
    1,
  );

  expect(statements).toEqual([
    { text: 'one', holds: true },
    { text: 'GET /health', holds: false, figures: '2 requests; 500 for a; 500 for b' },
  ]);
});

test('measurements of a bench are counted by what they must reach', () => {
  const met = lineOf({ name: 'a', ours: 1, unit: 'ms', want: { ours: { atMost: 2 } } });
  const missed = lineOf({ name: 'b', ours: 3, unit: 'ms', want: { ours: { atMost: 2 } } });
  const shown = lineOf({ name: 'c', ours: 3, unit: 'ms', want: null });
  const lines = [met, missed, shown].map((line) => JSON.stringify(line));

  expect(readOutput(lines, 1)).toEqual({
    passed: 1,
    failed: 1,
    statements: [],
    measurements: [met, missed, shown],
  });
});

test('other JSON lines with a name are shown, and text that only looks like JSON is not', () => {
  const { statements } = readOutput(
    ['ok  one', '{"name":"load, send","quiet":{"p50":3}}', '{"p50":3}', '{ not JSON'],
    0,
  );

  expect(statements).toEqual([
    { text: 'one', holds: true },
    { text: 'load, send', holds: null, figures: { quiet: { p50: 3 } } },
  ]);
});

test.each([
  ['ended badly without naming a failure', ['ok  one'], 7, 1],
  ['printed nothing', [], 0, 0],
  ['ended badly before its first line', ['Error: no server'], 1, 0],
])('a run that %s has failed', (_, lines, exitCode, passed) => {
  const output = readOutput(lines, exitCode);

  expect(output).toMatchObject({ passed, failed: 1 });
  expect(output.statements.at(-1)).toEqual({ text: 'it ran to its end', holds: false, figures: { exitCode } });
});

test('a run that only shows figures has failed, unless they are measurements', () => {
  const shown = lineOf({ name: 'c', ours: 3, unit: 'ms', want: null });
  const failure = { text: 'it judged something', holds: false, figures: { exitCode: 0 } };

  expect(readOutput(['{"name":"load, send","p50":3}'], 0)).toMatchObject({
    passed: 0,
    failed: 1,
    statements: [{ text: 'load, send' }, failure],
  });
  expect(readOutput([JSON.stringify(shown)], 0)).toMatchObject({ passed: 0, failed: 0 });
});

test('what is kept is bounded, and what fails is kept first', () => {
  const many = Array.from({ length: 1_000 }, (_, index) => `ok  statement ${index}`);
  const output = readOutput([...many, `NOT OK  the last  ${JSON.stringify('x'.repeat(5_000))}`], 1);

  expect(output).toMatchObject({ passed: 1_000, failed: 1 });
  expect(output.statements).toHaveLength(400);
  expect(output.statements[0]).toMatchObject({ text: 'the last', holds: false });
  expect(String(output.statements[0]?.figures).length).toBeLessThan(610);
});
