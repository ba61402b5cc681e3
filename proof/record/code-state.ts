import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { glob } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type FolderReader, reachedFiles, readerOf } from './reached-files.ts';

const rootFolder = fileURLToPath(new URL('../../', import.meta.url));

/** Processes of the product are started by every run, so all of it counts for each. */
const product = ['server/{src,sql,migrations,testing}/**/*', 'package-lock.json'];
const isNoCode = /(?:\.test\.ts|\.md|^proof\/results\/.*|^proof\/compared-state\.json)$/;

/**
 * For each of these runs a text that differs when the product, a file of the run or of what it uses, or a page that it reads has
 * changed. Why not the commit: a merge may rename it. Tests do not count.
 */
export async function codesOf(runs: readonly string[], root = rootFolder): Promise<readonly string[]> {
  const reader = readerOf(root);
  const ofProduct = hashOf(await contentsOf(await productFiles(root), reader));
  const pages = await contentsOf(await filesOf(['docs/operating/*.md'], root), reader);
  return Promise.all(
    runs.map(async (run) => {
      const files = (await reachedFiles(run, reader)).filter((file) => !isNoCode.test(file));
      // Fences that a run takes its files from name it: `run by: proof/scale/failover/index.ts as etcd.yml`.
      const read = pages.filter(([, text]) => text.includes(`run by: proof/${run}/`));
      return hashOf([['product', ofProduct], ...(await contentsOf(files, reader)), ...read]).slice(0, 16);
    }),
  );
}

const productFiles = async (root: string): Promise<string[]> =>
  (await filesOf(product, root)).filter((file) => !isNoCode.test(file));

async function filesOf(patterns: readonly string[], root: string): Promise<string[]> {
  const files: string[] = [];
  for await (const entry of glob(patterns, { cwd: root, withFileTypes: true }))
    if (entry.isFile()) files.push(relative(root, join(entry.parentPath, entry.name)));
  return files.sort();
}

const contentsOf = (files: readonly string[], { read }: FolderReader): Promise<[string, Buffer][]> =>
  Promise.all(files.map(async (file): Promise<[string, Buffer]> => [file, await read(file)]));

function hashOf(contents: readonly (readonly [string, string | Buffer])[]): string {
  const hash = createHash('sha256');
  for (const [name, content] of contents) hash.update(`${name}\0`).update(content).update('\0');
  return hash.digest('hex');
}

/** What the pages and results are written to is no change of the code. */
const written = [
  'proof/results',
  'proof/compared-state.json',
  'docs/reference/proof.md',
  'docs/reference/figures.md',
  'docs/operating/capacity.md',
];
const codeAlone = ['--', '.', ...written.map((path) => `:!${path}`)];

export async function commitState(): Promise<{ commit: string; isChanged: boolean }> {
  const git = async (...args: string[]): Promise<string> =>
    (await promisify(execFile)('git', args, { cwd: rootFolder })).stdout.trim();
  return {
    commit: await git('rev-parse', '--short=12', 'HEAD'),
    isChanged: (await git('status', '--porcelain', '--untracked-files=no', ...codeAlone)) !== '',
  };
}

export const today = (): string => new Date().toISOString().slice(0, 10);
