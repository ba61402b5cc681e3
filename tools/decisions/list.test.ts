import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../source/repository-root.ts';

const folder = join(repositoryRoot, 'docs/decisions');

test('the list of decisions has every record once, in order', () => {
  const records = readdirSync(folder).filter((file) => file !== 'README.md');
  const listed = [...readFileSync(join(folder, 'README.md'), 'utf8').matchAll(/^\| \[[\w-]+\]\(([\w.-]+)\)/gm)];

  expect(listed.map(([, file]) => file)).toEqual(records.toSorted());
});
