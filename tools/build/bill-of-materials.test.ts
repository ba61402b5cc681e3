import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../source/repository-root.ts';
import { billOfMaterials } from './bill-of-materials.ts';

test('the bill of materials names every package that we ship, and none that we only build with', async () => {
  const { dependencies } = JSON.parse(await readFile(join(repositoryRoot, 'server/package.json'), 'utf8'));
  const bill: { components: { name: string; version: string }[] } = JSON.parse(await billOfMaterials());
  const names = bill.components.map(({ name }) => name);

  expect(names).toEqual(expect.arrayContaining(Object.keys(dependencies)));
  expect(names).not.toContain('vitest');
}, 60_000);
