import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { programs } from '../../server/src/platform/program-files/index.ts';
import { repositoryRoot } from '../source/repository-root.ts';

/** What comes from `node_modules` or from Node itself: everything that is neither a path nor a `#` import. */
const packages = /^[^./#]/;

/**
 * Writes the server into a few files: the program, and one for each program that it starts in a thread or a process. Why not one
 * file per module: a start reads over a thousand, which takes longer than all else that it does.
 */
export async function bundleServer(): Promise<void> {
  const server = join(repositoryRoot, 'server');
  const paths = Object.entries({ main: 'main.ts', ...programs });
  const input = Object.fromEntries(paths.map(([name, path]) => [name, join(server, 'src', path)]));
  const directory = join(server, 'dist');
  await rm(directory, { recursive: true, force: true });
  const bundle = await rolldown({ input, platform: 'node', external: packages });
  await bundle.write({
    dir: directory,
    format: 'esm',
    sourcemap: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'shared-[hash].js',
  });
  await bundle.close();
}
