import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../source/repository-root.ts';
import { layerList } from './layer-list.ts';

test('ARCHITECTURE shows the layers as the check knows them', () => {
  const page = readFileSync(join(repositoryRoot, 'ARCHITECTURE.md'), 'utf8');
  const [, block = ''] = page.split(/<!-- layers: [^>]*-->|<!-- end of layers -->/);
  const shown = block.split('\n').filter((line) => /^\d/.test(line));

  expect(shown).toEqual(layerList.map((features, number) => `${number}  ${features.join(' ')}`));
});
