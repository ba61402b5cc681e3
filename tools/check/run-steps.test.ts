import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../source/repository-root.ts';
import { fixtureTree } from '../testing/fixture-tree.ts';
import { runSteps } from './run-steps.ts';
import { type CheckStep, steps } from './steps.ts';

const exits = (name: string, code: number, says = ''): CheckStep => ({
  name,
  command: ['node', '--eval', `console.log(${JSON.stringify(says)}); process.exit(${code})`],
});

async function runHere(list: readonly CheckStep[], root = repositoryRoot) {
  const lines: string[] = [];
  const failed = await runSteps(root, list, (line) => lines.push(line));
  return { failed, lines };
}

test('every step runs even after one has failed, and only the failed one shows its output', async () => {
  const { failed, lines } = await runHere([exits('first', 0, 'quiet'), exits('second', 3, 'loud'), exits('third', 0)]);

  expect(failed).toEqual(['second']);
  expect(lines).toEqual([
    expect.stringMatching(/^ok {5}first \(\d+\.\d s\)$/),
    expect.stringMatching(/^FAILED second/),
    'loud',
    expect.stringMatching(/^ok {5}third/),
  ]);
});

test('steps run side by side, and what they say comes in their order', async () => {
  const signal = JSON.stringify(join(await fixtureTree({}), 'second-has-run'));
  const waitsForSecond = `setInterval(() => fs.existsSync(${signal}) && process.exit(1), 20)`;
  const { failed, lines } = await runHere([
    { name: 'first', command: ['node', '--eval', waitsForSecond] },
    { name: 'second', command: ['node', '--eval', `fs.writeFileSync(${signal}, '')`] },
  ]);

  expect(failed).toEqual(['first']);
  expect(lines).toEqual([expect.stringMatching(/^FAILED first/), '', expect.stringMatching(/^ok {5}second/)]);
});

test('a program that is missing is a failure', async () => {
  const { failed } = await runHere([{ name: 'ghost', command: ['no-such-program'] }]);

  expect(failed).toEqual(['ghost']);
});

test('the check covers format, types, promises, layers, words, codes, patterns, limits, unused code, generated files, errors, tenancy and shape', () => {
  expect(steps.map((step) => step.command.slice(0, 2).join(' '))).toEqual([
    'biome check',
    'tsc --noEmit',
    'tsc --noEmit',
    'oxlint --type-aware',
    'node tools/layers/run.ts',
    'node tools/words/run.ts',
    'node tools/codes/run.ts',
    'node tools/patterns/run.ts',
    'node tools/limits/run.ts',
    'knip --no-progress',
    'node tools/generated/check.ts',
    'node tools/contract/run.ts',
    'node tools/tenancy/run.ts',
    'node tools/shape.ts',
  ]);
});

test.each([
  [
    'an upward import',
    { 'server/src/features/contacts/a.ts': `import { b } from '#features/emails';` },
    'layer: contacts',
  ],
  [
    'a cycle',
    { 'server/src/pure/csv/a.ts': `import './b.ts';`, 'server/src/pure/csv/b.ts': `import './a.ts';` },
    'file-cycle:',
  ],
  [
    'platform importing a feature',
    { 'server/src/platform/db/a.ts': `import { b } from '#features/emails';` },
    'platform: platform',
  ],
  [
    'an import past an index.ts',
    { 'server/src/features/emails/a.ts': `import { b } from '#features/contacts/b.ts';` },
    'deep: #features',
  ],
])('the layers step of the check fails on %s', async (_name, tree, message) => {
  const root = await fixtureTree(tree);
  const layers = steps.filter((step) => step.name === 'layers');
  const onTree = layers.map(
    (step): CheckStep => ({ ...step, command: ['node', join(repositoryRoot, 'tools/layers/run.ts'), root] }),
  );

  const { failed, lines } = await runHere(onTree);

  expect(failed).toEqual(['layers']);
  expect(lines.join('\n')).toContain(message);
});
