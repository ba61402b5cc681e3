import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../../server/testing/free-port.ts';
import { untilReachable } from '../delivery/own-cluster.ts';

const run = promisify(execFile);

/** A PostgreSQL whose clock can be turned forward. Everything that the product stores takes its time from there. */
export interface TurnableCluster {
  /** Turns its clock, at once and for all of its connections. Time passes at its usual rate between the turns. */
  turn(seconds: number): Promise<void>;
}

/** Runs something with the databases of a run in such a cluster, which is gone afterwards. */
export async function inTurnableCluster(work: (cluster: TurnableCluster) => Promise<void>): Promise<void> {
  const [library] = globSync('/usr/lib/*/faketime/libfaketime.so.1');
  const [programs] = globSync('/usr/lib/postgresql/*/bin');
  if (!library || !programs) throw new Error('a clock that can be turned needs the package libfaketime and PostgreSQL');
  const folder = await mkdtemp(join(tmpdir(), 'clock-'));
  const [data, offset] = [join(folder, 'data'), join(folder, 'offset')];
  let turned = 0;
  // Why not in place: a process that reads a file which is being written believes another time for a moment.
  const write = async (): Promise<void> => {
    await writeFile(`${offset}.new`, `+${turned}`);
    await rename(`${offset}.new`, offset);
  };
  await write();
  await run('chown', ['-R', 'postgres', folder]);
  const asPostgres = (command: string): Promise<unknown> => run('su', ['postgres', '-c', command], { cwd: folder });
  await asPostgres(`${programs}/initdb --no-sync --auth=trust -D ${data}`);
  const port = await freePort();
  const clock = `LD_PRELOAD=${library} FAKETIME_TIMESTAMP_FILE=${offset} FAKETIME_NO_CACHE=1 FAKETIME_DONT_FAKE_MONOTONIC=1`;
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
        turned += seconds;
        await write();
      },
    });
  } finally {
    if (usual === undefined) delete process.env.TEST_DATABASE_URL;
    else process.env.TEST_DATABASE_URL = usual;
    await asPostgres(`${programs}/pg_ctl -D ${data} -m immediate stop`).catch((error: unknown) => console.error(error));
    await rm(folder, { recursive: true, force: true });
  }
}
