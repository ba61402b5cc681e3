import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '../../../server/testing/free-port.ts';
import { untilReachable } from '../delivery/own-cluster.ts';

const run = promisify(execFile);
const source = fileURLToPath(new URL('./turned-clock.c', import.meta.url));

/** A PostgreSQL whose clock can be turned forward. Everything that the product stores takes its time from there. */
export interface TurnableCluster {
  /** Turns its clock, at once and for all of its connections. Time passes at its usual rate between the turns. */
  turn(seconds: number): Promise<void>;
}

/** Runs something with the databases of a run in such a cluster, which is gone afterwards. */
export async function inTurnableCluster(work: (cluster: TurnableCluster) => Promise<void>): Promise<void> {
  const [programs] = globSync('/usr/lib/postgresql/*/bin');
  if (!programs) throw new Error('a clock that can be turned needs the programs of PostgreSQL');
  const folder = await mkdtemp(join(tmpdir(), 'clock-'));
  const [data, library, offset] = ['data', 'turned-clock.so', 'offset'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await run('gcc', ['-shared', '-fPIC', '-O2', '-o', library, source]);
  const file = await open(offset, 'w');
  const turned = new BigInt64Array(1);
  const write = (): Promise<unknown> => file.write(turned, 0, turned.byteLength, 0);
  await write();
  await run('chown', ['-R', 'postgres', folder]);
  const asPostgres = (command: string): Promise<unknown> => run('su', ['postgres', '-c', command], { cwd: folder });
  await asPostgres(`${programs}/initdb --no-sync --auth=trust -D ${data}`);
  const port = await freePort();
  const clock = `LD_PRELOAD=${library} TURNED_CLOCK_FILE=${offset}`;
  // Nothing here is about a loss of power.
  const settings = `-p ${port} -k ${folder} -c fsync=off -c max_connections=200 -c shared_buffers=256MB`;
  await asPostgres(`${clock} ${programs}/pg_ctl -D ${data} -l ${folder}/log -o '${settings}' start`);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const usual = process.env.TEST_DATABASE_URL;
  process.env.TEST_DATABASE_URL = url;
  try {
    await untilReachable(url);
    await work({
      async turn(seconds) {
        turned[0] = (turned[0] ?? 0n) + BigInt(Math.round(seconds));
        await write();
      },
    });
  } finally {
    if (usual === undefined) delete process.env.TEST_DATABASE_URL;
    else process.env.TEST_DATABASE_URL = usual;
    await asPostgres(`${programs}/pg_ctl -D ${data} -m immediate stop`).catch((error: unknown) => console.error(error));
    await file.close();
    await rm(folder, { recursive: true, force: true });
  }
}
