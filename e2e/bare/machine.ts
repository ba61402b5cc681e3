import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { baseImage, makeBaseImage } from '../image/base-image.ts';
import { buildah, repository } from '../image/buildah.ts';

const run = promisify(execFile);

/** A file tree with Node, npm, a shell and the repository, and nothing else. */
export interface BareMachine {
  readonly tree: string;
  close(): Promise<void>;
}

export async function openBareMachine(folder: string): Promise<BareMachine> {
  await makeBaseImage();
  const container = await buildah('from', '--pull-never', baseImage);
  const tree = await buildah('mount', container);
  await checkOut(join(tree, folder));
  return {
    tree,
    async close() {
      await buildah('umount', container);
      await buildah('rm', container);
    },
  };
}

/** What a clone would have: files that git knows, and those that it would add, as they are now. */
async function checkOut(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const copy =
    'git ls-files -z --cached --others --exclude-standard | tar --create --null --files-from=- --ignore-failed-read | tar --extract --directory "$0"';
  await run('bash', ['-o', 'pipefail', '-c', copy, folder], { cwd: repository });
}
