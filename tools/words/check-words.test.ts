import { expect, test } from 'vitest';
import { readDocuments } from '../source/read-documents.ts';
import { readSources } from '../source/read-sources.ts';
import { fixtureTree } from '../testing/fixture-tree.ts';
import { checkWords } from './check-words.ts';

async function complaintsAbout(files: Record<string, string>): Promise<string[]> {
  const root = await fixtureTree(files);
  return checkWords(await readSources(root), await readDocuments(root));
}

test('a refused word in a name is a complaint that says the plain word, whatever the case of its letters', async () => {
  const files = {
    'server/src/a.ts': 'export const mostBytes = 1;\n',
    'server/src/b.ts': 'export interface TokenPurse {}\n',
    'server/src/platform/db/cellar.ts': 'export {};\n',
  };

  expect(await complaintsAbout(files)).toEqual([
    'server/src/a.ts: "most": say max',
    'server/src/b.ts: "purse": say bucket',
    'server/src/platform/db/cellar.ts: "cellar": say services, or platform',
  ]);
});

test('words of names are refused neither in texts nor inside longer words', async () => {
  const text =
    "/** At most ten; the team is told. */\nexport const almostAll = 'most';\nexport const atMost = 'bell';\n";

  expect(await complaintsAbout({ 'server/src/a.ts': text })).toEqual([]);
});

test('prose has refused words of its own, in comments and documents', async () => {
  const files = {
    'server/src/a.ts': "/** Whoever calls. */\nexport const text = 'somebody';\n",
    'docs/a.md': 'The cellar.\n',
  };

  expect(await complaintsAbout(files)).toEqual([
    'server/src/a.ts: "whoever": say the caller, or who it is',
    'docs/a.md: "cellar": say platform',
  ]);
});

test('comments of SQL functions are read, their names are stored and stay', async () => {
  const text =
    "-- For somebody.\ncreate or replace function one(most int) returns text language sql as $$ select 'whoever' $$;\n";

  expect(await complaintsAbout({ 'server/sql/emails/one.sql': text })).toEqual([
    'server/sql/emails/one.sql: "somebody": say the caller, or who it is',
  ]);
});

test('a comment is read to its end, whatever characters come before it', async () => {
  const text = `export const horses = '${'\u{1F40E}'.repeat(20)}';\n// for somebody`;

  expect(await complaintsAbout({ 'server/src/a.ts': text })).toHaveLength(1);
});

test('what has run or was said is not rewritten', async () => {
  expect(await complaintsAbout({ 'server/migrations/0001_a.sql': '-- cellar\n', 'CHANGELOG.md': 'cellar\n' })).toEqual(
    [],
  );
});
