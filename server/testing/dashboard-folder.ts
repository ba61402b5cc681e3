import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

export const dashboardScript = `document.title = 'built';${' '.repeat(2_000)}`;

const page = `<!doctype html><html lang="en"><head><title>Dashboard</title>
<meta name="style-nonce" content="__STYLE_NONCE__" />
<script type="module" src="/app/assets/main-1a2b3c.js"></script></head><body></body></html>`;

/** A folder as the build of the dashboard leaves it, with a page that loads one script. */
export async function writeDashboard(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'dashboard-'));
  await mkdir(join(folder, 'assets'));
  const files: Record<string, string | Buffer> = {
    'index.html': page,
    'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'assets/main-1a2b3c.js': dashboardScript,
    'assets/main-1a2b3c.js.br': brotliCompressSync(dashboardScript),
    'assets/main-1a2b3c.js.gz': gzipSync(dashboardScript),
    'assets/plain-4d5e6f.css': 'body{margin:0}',
  };
  for (const [path, content] of Object.entries(files)) await writeFile(join(folder, path), content);
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
