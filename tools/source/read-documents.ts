import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isSkipped } from './read-sources.ts';

export interface TextFile {
  /** From the repository's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** Every document of the repository. */
export async function readDocuments(root: string): Promise<TextFile[]> {
  const paths = await listDocuments(root, '');
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })));
}

async function listDocuments(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const nested = entries.map(async (entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return isSkipped(entry.name) ? [] : listDocuments(root, path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
  return (await Promise.all(nested)).flat().sort();
}
