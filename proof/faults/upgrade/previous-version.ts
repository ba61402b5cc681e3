import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));
const fallbackFile = new URL('./previous-version', import.meta.url);

/** The version before this one, unpacked beside it. */
export interface PreviousVersion {
  readonly ref: string;
  /** Its `main.ts`. */
  readonly entry: string;
  close(): Promise<void>;
}

/** False in a copy without its whole history, an archive or a shallow clone: there is nothing to upgrade from. */
export const hasHistory = (): boolean => existsSync(join(root, '.git')) && !existsSync(join(root, '.git', 'shallow'));

/** UPGRADE_FROM, or the newest tag, or the commit noted beside this file. Throws when it is not in the history. */
export async function unpackPrevious(): Promise<PreviousVersion> {
  const ref = process.env.UPGRADE_FROM ?? (await newestTag()) ?? (await readFile(fallbackFile, 'utf8')).trim();
  const folder = await mkdtemp(join(tmpdir(), 'postrider-previous-'));
  const close = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const archive = join(folder, 'previous.tar');
    await run('git', ['archive', '--output', archive, ref], { cwd: root });
    await run('tar', ['--extract', '--file', archive, '--directory', folder]);
  } catch (error) {
    await close();
    throw new Error(`version ${ref} is not in the history of this clone: fetch it, or set UPGRADE_FROM`, {
      cause: error,
    });
  }
  try {
    await install(folder);
  } catch (error) {
    await close();
    throw error;
  }
  return { ref, entry: join(folder, 'server/src/main.ts'), close };
}

/** Its own packages: one that today's version no longer needs is missing among today's. */
async function install(folder: string): Promise<void> {
  const args = ['ci', '--workspace', 'server', '--omit', 'dev', '--ignore-scripts', '--prefer-offline', '--no-audit'];
  await run('npm', args, { cwd: folder });
}

async function newestTag(): Promise<string | null> {
  const { stdout } = await run('git', ['tag', '--merged', 'HEAD', '--sort=-creatordate'], { cwd: root });
  return stdout.split('\n')[0] || null;
}
