import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fixtureTree } from '../testing/fixture-tree.ts';
import { complaints, rewrite } from './differences.ts';
import { errorsGenerator } from './errors.ts';
import { eventsGenerator } from './events.ts';
import type { Generator } from './generator.ts';
import { limitsGenerator } from './limits.ts';
import { openApiGenerator } from './openapi.ts';
import { settingsGenerator } from './settings.ts';

const generatorOf = (files: Record<string, string>, leftovers?: RegExp): Generator => ({
  name: 'notes',
  files: async () => new Map(Object.entries(files)),
  ...(leftovers && { leftovers }),
});

test('a file as its generator would write it is in step', async () => {
  const root = await fixtureTree({ 'docs/a.md': 'new' });

  expect(await complaints(root, generatorOf({ 'docs/a.md': 'new' }))).toEqual([]);
});

test('a changed or missing file is out of step, and the complaint names the command', async () => {
  const root = await fixtureTree({ 'a.md': 'old' });

  expect(await complaints(root, generatorOf({ 'a.md': 'new', 'b.md': 'new' }))).toEqual([
    'a.md is out of step: run npm run notes',
    'b.md is out of step: run npm run notes',
  ]);
});

test('a file that is no longer generated is left over', async () => {
  const root = await fixtureTree({ 'server/src/platform/x/tables.ts': '', 'server/src/platform/x/code.ts': '' });

  expect(await complaints(root, generatorOf({}, /tables\.ts$/))).toEqual([
    'server/src/platform/x/tables.ts is left over: run npm run notes',
  ]);
});

test('rewriting brings every file into step', async () => {
  const root = await fixtureTree({ 'server/src/x/tables.ts': 'old', 'a.md': 'old' });
  const generator = generatorOf({ 'a.md': 'new', 'deep/b.md': 'new' }, /tables\.ts$/);

  const written = await rewrite(root, generator);

  expect(written).toEqual(['a.md', 'deep/b.md', 'server/src/x/tables.ts']);
  expect(await readFile(join(root, 'deep/b.md'), 'utf8')).toBe('new');
  expect(await complaints(root, generator)).toEqual([]);
});

test.each([
  ['the settings reference', settingsGenerator, 'docs/reference/settings.md'],
  ['the limits', limitsGenerator, 'docs/reference/limits.md'],
  ['the error reference', errorsGenerator, 'docs/reference/errors.md'],
  ['the events', eventsGenerator, 'docs/reference/events.md'],
  ['the contract', openApiGenerator, 'openapi.json'],
  ['the example environment', settingsGenerator, '.env.example'],
])('one changed character in %s is noticed', async (_name, generator, path) => {
  const right = Object.fromEntries(await generator.files());
  const root = await fixtureTree({ ...right, [path]: `${right[path]} ` });

  expect(await complaints(root, generator)).toEqual([`${path} is out of step: run npm run ${generator.name}`]);
});
