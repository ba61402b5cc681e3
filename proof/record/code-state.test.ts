import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { codesOf } from './code-state.ts';

/** A repository with these files. */
async function folderWith(files: Readonly<Record<string, string>>) {
  const root = await mkdtemp(join(tmpdir(), 'code-state-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  };
  for (const [path, text] of Object.entries(files)) await write(path, text);
  return { root, write };
}

const runs = ['scale/failover', 'bench/send'];
const page = 'docs/operating/failover.md';
const fence = '```yaml run by: proof/scale/failover/index.ts as etcd.yml';

test.each([
  'server/src/app/main.ts',
  'server/sql/emails/claim.sql',
  'server/testing/pooler.ts',
  'proof/faults/delivery/judge.ts', // which others use
  'proof/faults/upgrade/previous-version',
  'package-lock.json',
])('a change of %s is a change of every run', async (path) => {
  const { root, write } = await folderWith({ [path]: 'one', [page]: fence });
  const before = await codesOf(runs, root);
  await write(path, 'two');
  const after = await codesOf(runs, root);

  expect(after.filter((code, index) => code === before[index])).toEqual([]);
});

test('a page is part of the run that takes its files from it, and of no other', async () => {
  const { root, write } = await folderWith({ [page]: `${fence}\nname: etcd-1` });
  const [failover, send] = await codesOf(runs, root);
  await write(page, `${fence}\nname: etcd-2`);
  const [failoverAfter, sendAfter] = await codesOf(runs, root);

  expect(failoverAfter).not.toBe(failover);
  expect(sendAfter).toBe(send);
});

test('results, pages that are written and tests are no code', async () => {
  const { root, write } = await folderWith({ 'proof/run.ts': 'one' });
  const before = await codesOf(runs, root);
  for (const path of ['results/a.json', 'compared-state.json', 'README.md', 'record/pages.test.ts'])
    await write(`proof/${path}`, 'two');
  await write('docs/operating/capacity.md', '# Capacity');

  expect(await codesOf(runs, root)).toEqual(before);
});
