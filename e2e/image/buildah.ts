import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

export const repository = fileURLToPath(new URL('../..', import.meta.url));
/** Images and containers of these runs alone; nothing of the machine's own store is touched. */
const store = `${repository}.cache/images`;
mkdirSync(store, { recursive: true });

/** Why `vfs` and `chroot`: they need no daemon, no overlay file system and no right that a container of CI lacks. */
const settings = { STORAGE_DRIVER: 'vfs', BUILDAH_ISOLATION: 'chroot', REGISTRIES_CONFIG_PATH: '/dev/null' };

/** Runs `buildah` in the store of these runs and returns what it printed. */
export async function buildah(...args: string[]): Promise<string> {
  const { stdout } = await run('buildah', ['--root', store, '--runroot', `${store}/run`, ...args], {
    cwd: repository,
    env: { ...process.env, ...settings },
    maxBuffer: 64 * 1_048_576,
  });
  return stdout.trim();
}

export const hasImage = (name: string): Promise<boolean> =>
  buildah('inspect', '--type', 'image', name).then(
    () => true,
    () => false,
  );
