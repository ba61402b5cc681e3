import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type OwnCluster, untilReachable } from '../delivery/own-cluster.ts';
import { sleep } from '../fault-run.ts';

const run = promisify(execFile);

/** A PostgreSQL whose data lies on a file system of its own, small enough to be filled. Its WAL lies elsewhere. */
export interface SmallDisk extends OwnCluster {
  /** Fills all free space. */
  fill(): Promise<void>;
  /** Frees it again. */
  free(): void;
}

const megabytes = 300;

/** Why the WAL lies elsewhere: without room for it PostgreSQL stops, which is another fault (the database is away). */
export async function makeSmallDisk(): Promise<SmallDisk> {
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'));
  const [mount, wal, log] = [join(folder, 'mount'), join(folder, 'wal'), join(folder, 'log')];
  const [data, ballast] = [join(mount, 'data'), join(mount, 'ballast')];
  const port = 10_000 + (process.pid % 10_000); // below the range of outgoing connections
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const version = (await run('pg_lsclusters', ['--no-header'])).stdout.trim().split(/\s+/)[0] ?? '15';
  const tool = (name: string): string => `/usr/lib/postgresql/${version}/bin/${name}`;
  const asPostgres = (...command: string[]): Promise<unknown> =>
    run('setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', ...command]);
  const drop = async (): Promise<void> => {
    await asPostgres(tool('pg_ctl'), '-D', data, '-m', 'immediate', '-w', 'stop').catch(() => {}); // it may not have started
    for (let attempt = 0; attempt < 50 && !(await succeeds(run('umount', [mount]))); attempt += 1) await sleep(0.2);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await run('mkdir', [mount, wal]);
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'small-disk', mount]);
    await run('chown', ['postgres', folder, mount, wal]);
    await asPostgres(tool('initdb'), '-D', data, '-X', join(wal, 'x'), '--auth=trust', '-U', 'postgres');
    const options = `-p ${port} -c unix_socket_directories= -c shared_buffers=64MB`;
    await asPostgres(tool('pg_ctl'), '-D', data, '-w', '-l', log, '-o', options, 'start');
    await untilReachable(url);
  } catch (error) {
    await drop();
    throw new Error(`a PostgreSQL on a small disk could not be started:\n${logOf(log)}`, { cause: error });
  }
  const refuse = async (): Promise<never> => {
    throw new Error('this disk only runs full');
  };
  return {
    url,
    killPostmaster: refuse,
    killBackend: refuse,
    async fill() {
      for (let part = 0; ; part += 1) {
        const { bavail, bsize } = await statfs(mount);
        if (bavail === 0) return;
        await run('fallocate', ['-l', String(bavail * bsize), `${ballast}-${part}`]).catch(() => {}); // a page went meanwhile
      }
    },
    free() {
      for (let part = 0; part < 1_000; part += 1) rmSync(`${ballast}-${part}`, { force: true });
    },
    drop,
  };
}

const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

function logOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').slice(-1_500);
  } catch {
    return 'there is no log';
  }
}
