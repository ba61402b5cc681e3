import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { codesOf } from './code-state.ts';
import { proofRuns } from './proof-runs.ts';
import { reachedFiles, readerOf } from './reached-files.ts';

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
const commandLines = {
  'proof/scale/run.ts':
    "import { runByName } from '../faults/run-by-name.ts'; const runs = () => import('./cells/index.ts');",
  'proof/bench/run.ts': "const benches = () => import('./send/index.ts');",
  'proof/faults/run.ts': "const runs = () => import('./storm/index.ts');",
  'proof/faults/run-by-name.ts': '',
};
const page = 'docs/operating/failover.md';
const fence = '```yaml run by: proof/scale/failover/index.ts as etcd.yml';

test.each(['server/src/app/main.ts', 'server/sql/emails/claim.sql', 'server/testing/pooler.ts', 'package-lock.json'])(
  'a change of %s is a change of every run',
  async (path) => {
    const { root, write } = await folderWith({ ...commandLines, [path]: 'one', [page]: fence });
    const before = await codesOf(runs, root);
    await write(path, 'two');
    const after = await codesOf(runs, root);

    expect(after.filter((code, index) => code === before[index])).toEqual([]);
  },
);

test.each([
  'proof/scale/run.ts',
  'proof/faults/run-by-name.ts', // which the command line always loads
  'proof/scale/failover/etcd.yml',
  'proof/faults/delivery/judge.ts', // which a file of the run names
  'proof/faults/delivery/relay.ts', // which that one starts as a process
])('a change of %s is a change of the runs that use it, and of no other', async (path) => {
  const { root, write } = await folderWith({
    ...commandLines,
    'proof/scale/failover/index.ts': "import {\n  judge,\n} from '../../faults/delivery/judge.ts';",
    'proof/scale/failover/etcd.yml': '',
    'proof/faults/delivery/judge.ts': "new URL('./relay.ts', import.meta.url)",
    'proof/faults/delivery/relay.ts': "new URL('../../../', import.meta.url)",
  });
  const [failover, send] = await codesOf(runs, root);
  await write(path, `${await readFile(join(root, path), 'utf8')} `);
  const [failoverAfter, sendAfter] = await codesOf(runs, root);

  expect(failoverAfter).not.toBe(failover);
  expect(sendAfter).toBe(send);
});

test('a run is not changed by another one of its kind, unless it starts their program', async () => {
  const { root, write } = await folderWith({
    ...commandLines,
    'proof/scale/failover/index.ts': '',
    'proof/scale/pooler/index.ts': "const program = 'proof/faults/run.ts';",
    'proof/scale/cells/index.ts': 'one',
    'proof/faults/storm/index.ts': 'one',
  });
  const [failover, pooler] = await codesOf(['scale/failover', 'scale/pooler'], root);
  await write('proof/scale/cells/index.ts', 'two');
  await write('proof/faults/storm/index.ts', 'two');
  const [failoverAfter, poolerAfter] = await codesOf(['scale/failover', 'scale/pooler'], root);

  expect(failoverAfter).toBe(failover);
  expect(poolerAfter).not.toBe(pooler);
});

test('each run of the registries is found with the files of its folder', async () => {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const reader = readerOf(root);
  for (const { id } of proofRuns) {
    const files = await reachedFiles(id, reader);
    expect([
      id,
      files.filter((file) => file.startsWith(`proof/${id}/`) || /^proof\/(?:load|hostile)\//.test(file)),
    ]).not.toEqual([id, []]);
    expect([id, files.filter((file) => file.startsWith('docs/') || file.startsWith('proof/results/'))]).toEqual([
      id,
      [],
    ]);
  }
});

test('a page is part of the run that takes its files from it, and of no other', async () => {
  const { root, write } = await folderWith({ ...commandLines, [page]: `${fence}\nname: etcd-1` });
  const [failover, send] = await codesOf(runs, root);
  await write(page, `${fence}\nname: etcd-2`);
  const [failoverAfter, sendAfter] = await codesOf(runs, root);

  expect(failoverAfter).not.toBe(failover);
  expect(sendAfter).toBe(send);
});

test('results, pages that are written and tests are no code', async () => {
  const { root, write } = await folderWith({ ...commandLines, 'proof/run.ts': 'one' });
  const before = await codesOf(runs, root);
  for (const path of ['results/a.json', 'compared-state.json', 'README.md', 'record/pages.test.ts'])
    await write(`proof/${path}`, 'two');
  await write('docs/operating/capacity.md', '# Capacity');

  expect(await codesOf(runs, root)).toEqual(before);
});
