import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const rootFolder = fileURLToPath(new URL('../../', import.meta.url));

/** Why all of proof: runs use each other's parts, and what judges them is in it as well. */
const code = ['server/{src,sql,migrations,testing}/**/*', 'proof/**/*', 'package-lock.json'];
const isNoCode = /(?:\.test\.ts|\.md|^proof\/results\/.*|^proof\/compared-state\.json)$/;

/**
 * For each of these runs a text that differs when the product, the runs or the pages that the run reads have changed. Why not the
 * commit: a merge may rename it. Tests do not count.
 */
export async function codesOf(runs: readonly string[], root = rootFolder): Promise<readonly string[]> {
  const common = await hashOf(await codeFiles(root), root);
  const pages = await readAll(await filesOf(['docs/operating/*.md'], root), root);
  return runs.map((run) => {
    const hash = createHash('sha256').update(common);
    // Fences that a run takes its files from name it: `run by: proof/scale/failover/index.ts as etcd.yml`.
    for (const [file, text] of pages) if (text.includes(`run by: proof/${run}/`)) hash.update(`${file}\0`).update(text);
    return hash.digest('hex').slice(0, 16);
  });
}

const codeFiles = async (root: string): Promise<string[]> =>
  (await filesOf(code, root)).filter((file) => !isNoCode.test(file));

async function filesOf(patterns: readonly string[], root: string): Promise<string[]> {
  const files: string[] = [];
  for await (const entry of glob(patterns, { cwd: root, withFileTypes: true }))
    if (entry.isFile()) files.push(relative(root, join(entry.parentPath, entry.name)));
  return files.sort();
}

const readAll = (files: readonly string[], root: string): Promise<[string, Buffer][]> =>
  Promise.all(files.map(async (file): Promise<[string, Buffer]> => [file, await readFile(join(root, file))]));

async function hashOf(files: readonly string[], root: string): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\0`).update(await readFile(join(root, file)));
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
