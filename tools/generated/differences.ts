import { glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Generator } from './generator.ts';

interface Difference {
  path: string;
  /** The content that the file should have; null if it should not exist. */
  expected: string | null;
}

/** Files on disk that are not what the generator would write today. */
export async function differences(root: string, generator: Generator): Promise<Difference[]> {
  const files = await generator.files();
  const found: Difference[] = [];
  for (const [path, expected] of files) {
    const present = await readFile(join(root, path), 'utf8').catch(() => null);
    if (present !== expected) found.push({ path, expected });
  }
  const { leftovers } = generator;
  if (!leftovers) return found;
  for await (const path of glob(['server/src/**/*.ts', 'docs/errors/*.md'], { cwd: root })) {
    if (leftovers.test(path) && !files.has(path)) found.push({ path, expected: null });
  }
  return found;
}

/** One line per file out of step, with the command that fixes it. */
export async function complaints(root: string, generator: Generator): Promise<string[]> {
  const found = await differences(root, generator);
  return found.map(({ path, expected }) =>
    expected === null
      ? `${path} is left over: run npm run ${generator.name}`
      : `${path} is out of step: run npm run ${generator.name}`,
  );
}

export async function rewrite(root: string, generator: Generator): Promise<string[]> {
  const found = await differences(root, generator);
  for (const { path, expected } of found) {
    if (expected === null) await rm(join(root, path));
    else await mkdir(dirname(join(root, path)), { recursive: true });
    if (expected !== null) await writeFile(join(root, path), expected);
  }
  return found.map(({ path }) => path);
}
