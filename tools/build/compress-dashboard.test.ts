import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { compressDashboard } from './compress-dashboard.ts';

test('texts that are worth it are compressed twice, and the rest stays as it is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'compress-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const script = 'const a = 1;\n'.repeat(500);
  await writeFile(join(folder, 'main.js'), script);
  await writeFile(join(folder, 'small.css'), 'body{}');
  await writeFile(join(folder, 'picture.png'), Buffer.alloc(5_000));

  await compressDashboard(folder);

  expect((await readdir(folder)).toSorted()).toEqual([
    'main.js',
    'main.js.br',
    'main.js.gz',
    'picture.png',
    'small.css',
  ]);
  expect(brotliDecompressSync(await readFile(join(folder, 'main.js.br'))).toString()).toBe(script);
  expect(gunzipSync(await readFile(join(folder, 'main.js.gz'))).toString()).toBe(script);
});
