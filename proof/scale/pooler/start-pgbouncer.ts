import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { freePort } from '../../../server/testing/free-port.ts';
import { until } from '../../../server/testing/until.ts';
import { adapt, shownFile } from '../shown-file.ts';

const run = promisify(execFile);
const page = 'operating/pooler';
const password = 'the-password';

export interface PgBouncer {
  /** Any database behind it. */
  readonly url: string;
  /** A command of its console, such as `show stats`. */
  ask(command: string): Promise<Record<string, string>[]>;
  stop(): Promise<void>;
}

/** PgBouncer before the server of a URL, with the files that the documentation shows, for every database of that server. */
export async function startPgBouncer(serverUrl: string): Promise<PgBouncer> {
  const { hostname, port: serverPort, username } = new URL(serverUrl);
  const folder = await mkdtemp(join(tmpdir(), 'pooler-'));
  const port = await freePort();
  const users = join(folder, 'userlist.txt');
  const settings = adapt(
    shownFile(page, 'pgbouncer.ini'),
    new Map([
      ['postrider = host=10.0.0.5 port=5432 dbname=postrider', `* = host=${hostname} port=${serverPort || 5432}`],
      ['listen_addr = 10.0.0.6', 'listen_addr = 127.0.0.1'],
      ['listen_port = 6432', `listen_port = ${port}`],
      ['/etc/pgbouncer/userlist.txt', users],
      ['stats_users = postrider', `stats_users = ${username}`],
    ]),
  );
  await writeFile(join(folder, 'pgbouncer.ini'), settings);
  await writeFile(users, adapt(shownFile(page, 'userlist.txt'), new Map([['"postrider"', `"${username}"`]])));
  const child = spawn('pgbouncer', [join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(await otherThanRoot(folder)),
  });
  child.stderr.pipe(createWriteStream(join(folder, 'log')));
  const ended = once(child, 'exit');
  const url = `postgres://${username}:${password}@127.0.0.1:${port}/postgres`;
  const ask = (command: string): Promise<Record<string, string>[]> => askConsole(url, command);
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  const isUp = await until(() => ask('show version').then(Boolean, () => false), { seconds: 60 });
  if (isUp) return { url, ask, stop };
  await stop();
  throw new Error('PgBouncer did not start with the files of the documentation');
}

/** PgBouncer does not run as root. */
async function otherThanRoot(folder: string): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  await run('chown', ['-R', 'postgres', folder]);
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (id) => Number((await run('id', [id, 'postgres'])).stdout)),
  );
  return { uid: uid ?? 0, gid: gid ?? 0 };
}

/** Fails where it is not installed. */
export async function versionOfPgBouncer(): Promise<string> {
  const { stdout } = await run('pgbouncer', ['--version']).catch(() => {
    throw new Error('PgBouncer is missing: install the Debian package pgbouncer');
  });
  return stdout.split('\n')[0] ?? '';
}

async function askConsole(url: string, command: string): Promise<Record<string, string>[]> {
  const address = new URL(url);
  address.pathname = '/pgbouncer';
  const client = new Client({ connectionString: address.href, connectionTimeoutMillis: 30_000 });
  client.on('error', () => {}); // a lost connection also rejects the query
  await client.connect();
  try {
    return (await client.query<Record<string, string>>(command)).rows;
  } finally {
    await client.end();
  }
}
