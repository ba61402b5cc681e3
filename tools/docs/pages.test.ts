import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import {
  blocksOf,
  errorFolder,
  headingsOf,
  leftOut,
  pageGroups,
  targetsOf,
} from '../../server/src/pure/docs-pages/index.ts';
import { readDocuments } from '../source/read-documents.ts';
import { repositoryRoot } from '../source/repository-root.ts';

const docs = join(repositoryRoot, 'docs');
const files = await readDocuments(docs);
const texts = new Map(files.map(({ path, text }) => [path, text]));

test('the navigation has every page below docs once, and no other', () => {
  const listed = pageGroups.flatMap(({ pages }) => pages.map(({ path }) => path));
  const present = files
    .map(({ path }) => path.replace(/\.md$/, ''))
    .filter((path) => !leftOut.test(path) && !path.startsWith(`${errorFolder}/`));

  expect(listed.toSorted()).toEqual(present.toSorted());
});

test.each(files.map(({ path }) => path))('%s: every link leads to a file, and to an anchor that exists', (path) => {
  const links = targetsOf(texts.get(path) ?? '').filter((href) => !/^[a-z]+:/i.test(href));

  expect(links.filter((href) => !leadsSomewhere(path, href))).toEqual([]);
});

test('a link to a missing file or anchor is noticed', () => {
  expect(leadsSomewhere('quickstart.md', 'guides/templates.md#send-it')).toBe(true);
  expect(leadsSomewhere('quickstart.md', 'guides/templates.md#nothing')).toBe(false);
  expect(leadsSomewhere('quickstart.md', 'guides/nothing.md')).toBe(false);
  expect(leadsSomewhere('quickstart.md', '../../outside.md')).toBe(false);
});

test('the quickstart fits a screen', () => {
  expect((texts.get('quickstart.md') ?? '').split('\n').length).toBeLessThan(55);
});

function leadsSomewhere(from: string, href: string): boolean {
  const [file = '', anchor] = href.split('#');
  const target = file === '' ? join(docs, from) : join(docs, dirname(from), file);
  if (relative(repositoryRoot, target).startsWith('..') || !existsSync(target)) return false;
  if (anchor === undefined) return true;
  if (statSync(target).isDirectory()) return false;
  const headings = headingsOf(blocksOf(readFileSync(target, 'utf8'))).values();
  return [...headings].some((heading) => heading.anchor === anchor);
}
