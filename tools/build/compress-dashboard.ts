import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

/** Kinds of files that compress well; pictures and fonts already are compressed. */
const endings = new Set(['.css', '.js', '.json', '.svg', '.txt', '.webmanifest']);

/** Below this a compressed file saves no packet. */
const minBytes = 1_024;

/** Writes each file of the built dashboard a second and a third time, compressed, for the server to choose from. */
export async function compressDashboard(folder: string): Promise<void> {
  if (!existsSync(folder)) return; // a build of the server alone
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter(({ name }) => endings.has(extname(name)))) {
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path);
    if (bytes.length < minBytes) continue;
    await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes));
    await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
  }
}
