import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Writes files into a folder of their own that is deleted after the test. */
export async function fixtureTree(files: Record<string, string>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'postrider-tools-'));
  onTestFinished(() => rm(root, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return root;
}
