import { expect, test } from 'vitest';
import { readResults } from './kept-results.ts';
import { allRules, pagesOfResults, readPage } from './pages.ts';
import { proofRuns, selectRuns } from './proof-runs.ts';

test('the pages are what the kept results give: npm run proof -- page', async () => {
  for (const [path, text] of await pagesOfResults()) expect(await readPage(path), path).toBe(text);
});

test('the page of the proof names every promise and every run', async () => {
  const page = await readPage('reference/proof.md');
  const promises = (await allRules()).filter(({ id }) => id.startsWith('P'));
  const runTable = page.slice(page.indexOf('\n## Runs\n'));

  expect(promises.map(({ id }) => id)).toEqual(Array.from({ length: 17 }, (_, index) => `P${index + 1}`));
  expect(promises.filter(({ id, title }) => !page.includes(`\n### ${id} ${title}: `))).toEqual([]);
  expect(proofRuns.filter(({ command }) => !runTable.includes(`| \`${command}`))).toEqual([]);
});

test('every run that promises and faults name exists, and no result is of a run that does not', async () => {
  const isKnown = (named: string): boolean =>
    proofRuns.some(({ command }) => command === named || command.startsWith(`${named} -- `));
  const named = (await allRules()).flatMap((rule) => rule.commands);
  const ids = new Set(proofRuns.map(({ id }) => id));

  expect(named.filter((command) => !isKnown(command))).toEqual([]);
  expect([...(await readResults()).keys()].filter((run) => !ids.has(run))).toEqual([]);
});

test('runs are selected by id or by kind, and an unknown word is refused', () => {
  expect(selectRuns(['faults/spool', 'load']).map(({ id }) => id)).toEqual([
    'faults/spool',
    'load/tenants',
    'load/overload',
  ]);
  expect(selectRuns([])).toBe(proofRuns);
  expect(() => selectRuns(['faults/spool', 'faults/spoo'])).toThrow('no such run: faults/spoo');
});
