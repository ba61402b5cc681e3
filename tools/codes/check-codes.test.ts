import { expect, test } from 'vitest';
import { readDocuments } from '../source/read-documents.ts';
import { readSources } from '../source/read-sources.ts';
import { fixtureTree } from '../testing/fixture-tree.ts';
import { checkCodes } from './check-codes.ts';
import { compareGaps } from './compare-gaps.ts';

async function reportOf(files: Record<string, string>) {
  const root = await fixtureTree(files);
  return checkCodes(await readSources(root), await readDocuments(root));
}

const page =
  '# Sending\n\n**D-601 One copy.** As D-602 says.\n\n- **D-602** Text.\n\n| | |\n|---|---|\n| D-603 | Text |\n';

test('codes resolve to a bold beginning or the first cell of a row', async () => {
  const files = {
    'docs/contract/05-sending.md': page,
    'docs/promises.md': '| P1 | A 200 survives |\n',
    'server/src/a.ts': '/** D-601 to D-603, P1 */\n',
  };

  expect((await reportOf(files)).complaints).toEqual([]);
});

test('a code that is explained nowhere is a complaint, in code, SQL and documents', async () => {
  const files = {
    'docs/contract/05-sending.md': page,
    'server/src/a.ts': '/** D-999 */\n',
    'server/migrations/0001_a.sql': '-- F8\n',
    'README.md': 'As T5 says; at T00:00:00Z.\n',
  };

  expect((await reportOf(files)).complaints).toEqual([
    expect.stringContaining('a.ts: D-999 is explained nowhere'),
    expect.stringContaining('0001_a.sql: F8 is explained nowhere'),
    expect.stringContaining('README.md: T5 is explained nowhere'),
  ]);
});

test('a mention inside a bold sentence defines nothing', async () => {
  const files = { 'docs/contract/05-sending.md': '**As D-601 says, one copy.**\n' };

  expect((await reportOf(files)).complaints).toHaveLength(1);
});

test('two definitions of one code are a complaint', async () => {
  const files = { 'docs/contract/05-sending.md': page, 'docs/promises.md': '| D-601 | again |\n' };

  expect((await reportOf(files)).complaints).toEqual([expect.stringContaining('D-601 is defined 2 times')]);
});

test('the name of a test begins with the behaviour', async () => {
  const files = {
    'docs/contract/05-sending.md': page,
    'server/src/a.test.ts': "test('D-601 one copy', () => {});\ntest('one copy (D-601)', () => {});\n",
  };

  expect((await reportOf(files)).complaints).toEqual([expect.stringContaining('say the behaviour first')]);
});

test('codes that no test names are listed', async () => {
  const files = { 'docs/contract/05-sending.md': page, 'proof/a.ts': "check('one copy (D-601)');\n" };

  expect((await reportOf(files)).untested).toEqual(['D-602', 'D-603']);
});

test('a decision that no test names is reported unless it is listed, and a listed one that is named by now', () => {
  const gaps = { unnamed: ['D-602'], planned: ['D-604'] };

  expect(compareGaps(['D-602', 'D-604', 'T9'], gaps)).toEqual([]);
  expect(compareGaps(['D-603'], gaps)).toEqual([
    'D-603 is named by no test',
    'tools/codes/gaps.ts: D-602 is named by a test, or gone; take it off the list',
  ]);
});
