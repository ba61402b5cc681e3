import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { sleep } from '../fault-run.ts';

const run = promisify(execFile);

/** A PostgreSQL of our own, which may be killed. */
export interface OwnCluster {
  /** Any database of it. */
  readonly url: string;
  /** `kill -9` of the postmaster, then a start as an operator would do it, at once or later. Settles when it accepts queries. */
  killPostmaster(awaySeconds?: number): Promise<void>;
  /** `kill -9` of one backend: the postmaster ends every connection and recovers. */
  killBackend(): Promise<void>;
  drop(): Promise<void>;
}

interface ClusterOptions {
  /** Begins its name: clusters of one process differ in it. */
  readonly label?: string;
  readonly port?: number;
  /** Lines of its configuration, such as `wal_level=logical`. */
  readonly settings?: readonly string[];
}

export async function makeCluster({ label = 'faults', port: given, settings = [] }: ClusterOptions = {}) {
  const version = (await run('pg_lsclusters', ['--no-header'])).stdout.trim().split(/\s+/)[0] ?? '15';
  const name = `${label}${process.pid}`;
  const port = given ?? 20_000 + (process.pid % 10_000);
  const options = settings.flatMap((line) => ['--pgoption', line]);
  await run('pg_createcluster', [version, name, '--port', String(port), ...options, '--', '--auth=trust']);
  const folder = `/var/lib/postgresql/${version}/${name}`;
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  // Why a limit: a server that is up may keep the tool's pipes open.
  const start = (): Promise<unknown> =>
    run('pg_ctlcluster', ['--skip-systemctl-redirect', version, name, 'start'], { timeout: 15_000 });
  await start();
  await untilReachable(url);
  const cluster: OwnCluster = {
    url,
    async killPostmaster(awaySeconds = 0) {
      const pid = Number(readFileSync(`${folder}/postmaster.pid`, 'utf8').split('\n')[0]);
      process.kill(pid, 'SIGKILL');
      await sleep(awaySeconds);
      // Its children notice and end; until then the new one refuses to share their memory. Its pid file stays.
      for (let attempt = 0; attempt < 60 && !(await isReachable(url)); attempt += 1) {
        await sleep(0.3);
        await start().catch(() => {}); // not yet, or it is up already
      }
      await untilReachable(url);
    },
    async killBackend() {
      const client = new Client({ connectionString: url });
      client.on('error', () => {});
      const isEnded = new Promise<void>((resolve) => client.once('end', resolve));
      await client.connect();
      const { rows } = await client.query<{ pid: number }>(
        `select pid from pg_stat_activity where backend_type = 'client backend' and application_name like 'postrider%'
          order by random() limit 1`,
      );
      // Until the postmaster has noticed it takes new connections, and ends them a moment later.
      if (rows[0]) {
        process.kill(rows[0].pid, 'SIGKILL');
        await Promise.race([isEnded, sleep(10)]);
      }
      await client.end().catch(() => {});
      await untilReachable(url);
    },
    async drop() {
      await run('pg_dropcluster', ['--stop', version, name]);
    },
  };
  return cluster;
}

/** Runs something with the databases of a run in a cluster of its own, which is gone afterwards. */
export const inOwnCluster = (
  work: (cluster: OwnCluster) => Promise<void>,
  make: () => Promise<OwnCluster> = makeCluster,
): Promise<void> => withDatabasesIn(make, work);

/** The same for other kinds of clusters. */
export async function withDatabasesIn<Cluster extends Pick<OwnCluster, 'url' | 'drop'>>(
  make: () => Promise<Cluster>,
  work: (cluster: Cluster) => Promise<void>,
): Promise<void> {
  const cluster = await make();
  try {
    await onCluster(cluster, () => work(cluster));
  } finally {
    await cluster.drop().catch((error: unknown) => console.error(error)); // an earlier error is more important
  }
}

/** Makes and drops databases of a run in this cluster while `work` lasts. Not for two at the same time. */
export async function onCluster<T>({ url }: Pick<OwnCluster, 'url'>, work: () => Promise<T>): Promise<T> {
  const usual = process.env.TEST_DATABASE_URL;
  process.env.TEST_DATABASE_URL = url;
  try {
    return await work();
  } finally {
    if (usual === undefined) delete process.env.TEST_DATABASE_URL;
    else process.env.TEST_DATABASE_URL = usual;
  }
}

export async function untilReachable(url: string): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(0.2)) {
    if (await isReachable(url)) return;
  }
  throw new Error('PostgreSQL did not come back');
}

async function isReachable(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  const isUp = await client
    .connect()
    .then(() => client.query('select 1'))
    .then(() => true)
    .catch(() => false);
  await client.end().catch(() => {});
  return isUp;
}
