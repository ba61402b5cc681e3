import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filterNames, innerTags, tagSnippets } from '../../dashboard/src/widgets/liquid-editor/liquid-words.ts';

const file = join(import.meta.dirname, '../../docs/contract/04-templates-and-language.md');
const contract = readFileSync(file, 'utf8');

test('the filters offered are exactly those of the contract', () => {
  const table = contract.slice(contract.indexOf('**D-531'), contract.indexOf('**D-532'));
  const listed = [...table.matchAll(/^\| (?:text|number|list|other) \| `([^`]+)` \|$/gm)].flatMap(
    ([, names]) => names?.split(' ') ?? [],
  );
  expect(listed.length).toBeGreaterThan(40);
  expect(filterNames.toSorted()).toEqual([...listed, 'date'].toSorted());
});

test('every tag offered is in the contract', () => {
  const table = contract.slice(contract.indexOf('## 2.5 Tags'), contract.indexOf('**D-528'));
  for (const tag of [...Object.keys(tagSnippets), ...innerTags]) expect(table).toMatch(new RegExp(`\\b${tag}\\b`));
});
