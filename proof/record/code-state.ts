import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../', import.meta.url));
const product = ['server/src', 'server/sql', 'server/migrations'];

/** Differs when the product or the run has changed. Why not the commit: a merge may rename it. Tests and pages do not count. */
export async function codeOf(run: string): Promise<string> {
  const own = existsSync(join(root, 'proof', run)) ? run : (run.split('/')[0] ?? run);
  const hash = createHash('sha256');
  for (const folder of [...product, `proof/${own}`]) {
    for (const file of await codeFiles(folder)) hash.update(`${file}\0`).update(await readFile(join(root, file)));
  }
  return hash.digest('hex').slice(0, 16);
}

async function codeFiles(folder: string): Promise<string[]> {
  const files: string[] = [];
  for await (const file of glob(`${folder}/**/*.{ts,sql,c}`, { cwd: root })) files.push(file);
  return files.filter((file) => !file.endsWith('.test.ts')).sort();
}

/** What the pages and results are written to is no change of the code. */
const codeAlone = ['--', '.', ':!proof/results', ':!proof/compared-state.json', ':!docs'];

export async function commitState(): Promise<{ commit: string; isChanged: boolean }> {
  const git = async (...args: string[]): Promise<string> =>
    (await promisify(execFile)('git', args, { cwd: root })).stdout.trim();
  return {
    commit: await git('rev-parse', '--short=12', 'HEAD'),
    isChanged: (await git('status', '--porcelain', '--untracked-files=no', ...codeAlone)) !== '',
  };
}

export const today = (): string => new Date().toISOString().slice(0, 10);
