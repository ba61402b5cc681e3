import { execFile } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from '../../../server/testing/until.ts';
import { type OwnCluster, untilReachable } from '../../faults/delivery/own-cluster.ts';
import { killIfThere } from '../../faults/delivery/power-loss.ts';
import { connectQuietly } from '../../faults/delivery/setup.ts';
import { adapt, shownFile } from '../shown-file.ts';

const run = promisify(execFile);
const page = 'operating/point-in-time-recovery';

/** A PostgreSQL whose log pgBackRest archives, as the page shows it. */
export interface ArchivedCluster extends OwnCluster {
  /** Where a run may put files of its own. */
  readonly folder: string;
  backUp(): Promise<void>;
  /** The server and its whole data folder are gone. */
  wipe(): Promise<void>;
  /** Into the empty data folder, to the end of the archive or to a time. Settles when it takes writes. */
  restore(to: Date | 'latest', beforeStart: () => void): Promise<void>;
}

const notHere = async (): Promise<never> => {
  throw new Error('this cluster is only wiped and restored');
};

export async function makeArchivedCluster(): Promise<ArchivedCluster> {
  await run('pgbackrest', ['version']).catch(() => {
    throw new Error('pgbackrest is not installed: install the Debian package pgbackrest');
  });
  const folder = mkdtempSync(join(tmpdir(), 'recovery-'));
  const at = (name: string): string => join(folder, name);
  const port = 10_000 + (process.pid % 10_000); // below the range of outgoing connections: it is free for a while
  const version = (await run('pg_lsclusters', ['--no-header'])).stdout.trim().split(/\s+/)[0] ?? '15';
  const tool = (name: string): string => `/usr/lib/postgresql/${version}/bin/${name}`;
  const asPostgres = (...command: string[]) => run('runuser', ['-u', 'postgres', '--', ...command], { cwd: folder });
  const shell = (script: string) => asPostgres('bash', '-euc', script);
  const ownConfig = new Map([['pgbackrest --stanza', `pgbackrest --config=${at('pgbackrest.conf')} --stanza`]]);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;

  chmodSync(folder, 0o755);
  for (const name of ['data', 'repository', 'log', 'lock']) mkdirSync(at(name));
  writeFileSync(
    at('pgbackrest.conf'),
    adapt(
      shownFile(page, 'pgbackrest.conf'),
      new Map([
        ['/var/lib/pgbackrest', at('repository')],
        ['/var/log/pgbackrest', at('log')],
        ['/run/pgbackrest', at('lock')],
        ['/var/lib/postgresql/15/main', at('data')],
        ['/var/run/postgresql', folder],
        ['5432', String(port)],
      ]),
    ),
  );
  await run('chown', ['-R', 'postgres', folder]);
  await asPostgres(tool('initdb'), '-D', at('data'), '--auth=trust', '-U', 'postgres');
  appendFileSync(at('data/postgresql.conf'), `\nport = ${port}\nunix_socket_directories = '${folder}'\n`);
  appendFileSync(at('data/postgresql.conf'), adapt(shownFile(page, 'postgresql.conf'), ownConfig));

  const start = async (): Promise<void> => {
    await asPostgres(tool('pg_ctl'), '-D', at('data'), '-w', '-t', '120', '-l', at('log/server'), 'start').catch(() => {
      throw new Error(`PostgreSQL did not start:\n${readFileSync(at('log/server'), 'utf8').slice(-2_000)}`);
    });
    await untilReachable(url);
  };
  const kill = async (): Promise<void> => {
    const pid = Number(readFileSync(at('data/postmaster.pid'), 'utf8').split('\n')[0]);
    const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(pid)]).catch(() => ({ stdout: '' }));
    for (const victim of [pid, ...stdout.trim().split(/\s+/).filter(Boolean).map(Number)]) killIfThere(victim);
    // A server that starts while the one before is still in the list of processes takes it for running.
    if (!(await until(() => !existsSync(`/proc/${pid}`)))) throw new Error('the killed server does not go away');
  };
  await start();
  return {
    url,
    folder,
    killPostmaster: notHere,
    killBackend: notHere,
    async backUp() {
      await shell(adapt(shownFile(page, 'backup.sh'), ownConfig));
    },
    async wipe() {
      await kill();
      rmSync(at('data'), { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
    },
    async restore(to, beforeStart) {
      mkdirSync(at('data'), { mode: 0o700 });
      await run('chown', ['postgres', at('data')]);
      const shown = shownFile(page, to === 'latest' ? 'restore-latest.sh' : 'restore-time.sh');
      const moment = new Map(to === 'latest' ? [] : [['2026-03-01 04:30:00+00', timeText(to)]]);
      await shell(adapt(shown, new Map([...ownConfig, ...moment])));
      beforeStart();
      await start();
      if (!(await until(() => takesWrites(url)))) throw new Error('the recovery did not end');
    },
    async drop() {
      await kill().catch(() => {}); // it may be wiped
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
    },
  };
}

const timeText = (at: Date): string => `${at.toISOString().replace('T', ' ').replace('Z', '')}+00`;

async function takesWrites(url: string): Promise<boolean> {
  const client = await connectQuietly(url);
  try {
    const { rows } = await client.query<{ recovering: boolean }>('select pg_is_in_recovery() as recovering');
    return rows[0]?.recovering === false;
  } finally {
    await client.end();
  }
}
