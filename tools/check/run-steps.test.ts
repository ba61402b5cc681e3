import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../source/repository-root.ts';
import { fixtureTree } from '../testing/fixture-tree.ts';
import { runSteps } from './run-steps.ts';
import type { Step } from './steps.ts';
import { steps } from './steps.ts';

const exits = (name: string, code: number, says = ''): Step => ({
  name,
  command: ['node', '--eval', `console.log(${JSON.stringify(says)}); process.exit(${code})`],
});

async function runHere(list: readonly Step[], root = repositoryRoot) {
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

test('a program that is missing is a failure', async () => {
  const { failed } = await runHere([{ name: 'ghost', command: ['no-such-program'] }]);

  expect(failed).toEqual(['ghost']);
});

test('the check looks at format, types, promises, floors, patterns, unused code, generated files, codes, tenancy and shape', () => {
  expect(steps.map((step) => step.command.slice(0, 2).join(' '))).toEqual([
    'biome check',
    'tsc --noEmit',
    'tsc --noEmit',
    'oxlint --type-aware',
    'node tools/floors/run.ts',
    'node tools/patterns/run.ts',
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
    'floor: contacts',
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
    'an import past the front door',
    { 'server/src/features/emails/a.ts': `import { b } from '#features/contacts/b.ts';` },
    'deep: #features',
  ],
])('the floors step of the check fails on %s', async (_name, tree, message) => {
  const root = await fixtureTree(tree);
  const floors = steps.filter((step) => step.name === 'floors');
  const onTree = floors.map(
    (step): Step => ({ ...step, command: ['node', join(repositoryRoot, 'tools/floors/run.ts'), root] }),
  );

  const { failed, lines } = await runHere(onTree);

  expect(failed).toEqual(['floors']);
  expect(lines.join('\n')).toContain(message);
});
