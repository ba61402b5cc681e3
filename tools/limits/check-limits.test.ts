import { expect, test } from 'vitest';
import { readSources } from '../source/read-sources.ts';
import { fixtureTree } from '../testing/fixture-tree.ts';
import { checkLimits } from './check-limits.ts';

const path = 'server/src/features/trees/shapes.ts';
const reader = `import { limits } from '#pure/limits';\nexport const leaves = z.array(z.string()).max(limits.leavesPerTree);\n`;

async function complaintsAbout(
  files: Record<string, string>,
  rules: Partial<Parameters<typeof checkLimits>[1]> = {},
): Promise<string[]> {
  const sources = await readSources(await fixtureTree(files));
  return checkLimits(sources, { names: [], allowed: [], ...rules });
}

test.each([
  'z.array(z.string()).max(500)',
  'z.string()\n  .max(10_000)',
  'trimmedText(0, 100)',
  'wholeNumber(20, 1, 100)',
  `shape.meta({ minLength: 1, maxLength: 255 })`,
  `({ type: 'array', maxItems: 50 })`,
])('a limit that stands in a shape as a number is a complaint: %s', async (shape) => {
  const [complaint] = await complaintsAbout({ [path]: `export const Shape =\n  ${shape};\n` });

  expect(complaint).toMatch(/^server\/src\/features\/trees\/shapes\.ts:[23] has a limit as a number: add it to/);
});

test.each([
  [path, 'z.string().max(limits.nameCharacters)'],
  [path, 'Math.max(0, count)'],
  [path, 'trimmedText(1, limits.nameCharacters)'],
  [path, `'z.string().max(500)' // trimmedText(0, 100)`],
  ['server/src/features/trees/shapes.test.ts', 'z.string().max(500)'],
  ['server/src/platform/config/setting.ts', 'z.number().max(65_535)'],
  ['server/src/pure/limits/tree-limits.ts', '{ maxLength: 3 }'],
])('what is read from the table, is no shape, or is a setting is fine: %s %s', async (file, shape) => {
  expect(await complaintsAbout({ [file]: `export const a = ${shape};\n` })).toEqual([]);
});

test('a number may be allowed with its reason, as long as there is one', async () => {
  const allowed = [{ path, reason: 'percent' }];

  expect(await complaintsAbout({ [path]: 'export const a = z.int().max(100);\n' }, { allowed })).toEqual([]);
  expect(await complaintsAbout({ [path]: 'export const a = z.int();\n' }, { allowed })).toEqual([
    `tools/limits/allowed.ts: ${path} has no number in a shape any more`,
  ]);
});

test('a limit of the table that no code reads is a complaint', async () => {
  const names = ['leavesPerTree', 'rootsPerTree'];
  const taken = `import { limits } from '#pure/limits';\nconst { rootsPerTree: max } = limits;\n`;

  expect(await complaintsAbout({ [path]: reader, 'server/src/features/trees/roots.ts': taken }, { names })).toEqual([]);
  expect(await complaintsAbout({ [path]: `${reader}const rootsPerTree = 3;\n` }, { names })).toEqual([
    'server/src/pure/limits: no code reads rootsPerTree',
  ]);
});
