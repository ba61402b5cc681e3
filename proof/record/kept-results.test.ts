import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { type KeptResult, keepResult, readResults } from './kept-results.ts';

const long: KeptResult = {
  run: 'faults/spool',
  command: 'npm run faults -- spool',
  form: 'long',
  commit: 'abc',
  isChanged: false,
  code: 'x',
  date: '2026-01-02',
  machine: '2 cores',
  seconds: 61,
  passed: 0,
  failed: 1,
  statements: [],
  measurements: [],
};
const short: KeptResult = { ...long, form: 'short', passed: 1, failed: 0 };

test('a short result stands only where there is no long one, and never replaces it', async () => {
  const path = await mkdtemp(join(tmpdir(), 'results-'));
  onTestFinished(() => rm(path, { recursive: true }));
  const folder = pathToFileURL(`${path}/`);
  const kept = async () => (await readResults(folder)).get(long.run);

  expect(await kept()).toBeUndefined();
  await keepResult(short, folder);
  expect(await kept()).toEqual(short);
  await keepResult(long, folder);
  expect(await kept()).toEqual(long);
  await keepResult(short, folder);
  expect(await kept()).toEqual(long);
});
