import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readTexts } from '../../../server/testing/database.ts';
import { until } from '../../../server/testing/until.ts';
import { untilReachable } from '../../faults/delivery/own-cluster.ts';
import { adapt, shownFile } from '../shown-file.ts';
import { type Machine, makeMachine, page, superuserPassword } from './machine.ts';
import { type MachinePorts, takePorts } from './ports.ts';
import { endProgram, startProgram } from './program.ts';

/** PostgreSQL on two machines under Patroni, three etcd, and HAProxy in front, as the page shows them. */
export interface FailoverCluster {
  /** By HAProxy. */
  readonly url: string;
  readonly pair: readonly [Machine, Machine];
  drop(): Promise<void>;
}

/** Which of the two is which. */
export interface Roles {
  readonly primary: Machine;
  readonly standby: Machine;
}

export async function makeFailoverCluster(): Promise<FailoverCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'failover-'));
  chmodSync(folder, 0o755);
  execFileSync('chown', ['postgres', folder]);
  const ports = await takePorts(13);
  const byMachine = [0, 4, 8].map((at) => machinePorts(ports.slice(at, at + 4)));
  const machines = [1, 2, 3].map((number) => makeMachine({ folder, number, ports: byMachine }));
  const [first, second, third] = machines;
  const port = ports[12] ?? 0;
  if (!first || !second || !third) throw new Error('no machines');
  const haproxyFile = join(folder, 'haproxy.cfg');
  writeFileSync(haproxyFile, haproxyConfiguration(port, [first, second]));
  for (const machine of machines) machine.start();
  const haproxy = startProgram('/usr/sbin/haproxy', ['-db', '-f', haproxyFile], join(folder, 'haproxy.log'));
  const cluster: FailoverCluster = {
    url: `postgres://postgres:${superuserPassword}@127.0.0.1:${port}/postgres`,
    pair: [first, second],
    async drop() {
      await endProgram(haproxy);
      await Promise.all([first.stop(), second.stop()]); // while there is an etcd that they can ask
      await third.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  try {
    await untilSynchronous(cluster);
    await untilReachable(cluster.url);
  } catch (error) {
    for (const machine of cluster.pair) console.error(machine.newLog().slice(-3_000));
    await cluster.drop();
    throw error;
  }
  return cluster;
}

/** Waits until one is the primary, the other one its synchronous standby, and Patroni knows that it may be promoted. */
export async function untilSynchronous(cluster: FailoverCluster, seconds = 120): Promise<Roles> {
  let roles: Roles | null = null;
  const isReady = await until(
    async () => {
      roles = await rolesOf(cluster);
      return roles !== null && (await syncState(roles)) === 'sync' && (await asks(roles.standby, '/sync'));
    },
    { seconds, pauseMs: 200 },
  );
  if (!roles || !isReady) throw new Error('there is no synchronous standby');
  return roles;
}

/** `sync_state` of the standby as the primary sees it; an empty text while it does not stream. */
export const syncState = async ({ primary, standby }: Roles): Promise<string> =>
  (
    await readTexts(
      primary.url,
      `select sync_state as value from pg_stat_replication where state = 'streaming' and application_name = '${standby.name}'`,
    ).catch(() => [])
  )[0] ?? '';

const isPrimary = (machine: Machine): Promise<boolean> => asks(machine, '/primary');

/**
 * PostgreSQL itself is promoted. Why not what Patroni says: it has the role a moment earlier, while its PostgreSQL still
 * confirms what the former primary writes.
 */
export const acceptsWrites = (machine: Machine): Promise<boolean> =>
  readTexts(machine.url, 'select pg_is_in_recovery()::text as value').then(
    ([isStandby]) => isStandby === 'false',
    () => false,
  );

/** Patroni exchanges the two; settles when the former primary is none any more. */
export async function switchOver({ primary, standby }: Roles): Promise<void> {
  const body = JSON.stringify({ leader: primary.name, candidate: standby.name });
  const reply = await fetch(`http://127.0.0.1:${primary.ports.patroni}/switchover`, { method: 'POST', body });
  if (reply.status !== 200) throw new Error(`Patroni refused to switch over: ${await reply.text()}`);
  await until(async () => !(await isPrimary(primary)));
}

async function rolesOf({ pair: [first, second] }: FailoverCluster): Promise<Roles | null> {
  if (await isPrimary(first)) return { primary: first, standby: second };
  return (await isPrimary(second)) ? { primary: second, standby: first } : null;
}

/** What HAProxy asks of Patroni; false also when there is no reply. */
const asks = (machine: Machine, path: string): Promise<boolean> =>
  fetch(`http://127.0.0.1:${machine.ports.patroni}${path}`, {
    method: 'OPTIONS',
    signal: AbortSignal.timeout(1_000),
  }).then(
    ({ status }) => status === 200,
    () => false,
  );

function machinePorts([etcdPeer = 0, etcd = 0, patroni = 0, postgres = 0]: readonly number[]): MachinePorts {
  return { etcdPeer, etcd, patroni, postgres };
}

const haproxyConfiguration = (port: number, pair: readonly Machine[]): string =>
  adapt(
    shownFile(page, 'haproxy.cfg'),
    new Map([
      ['bind 127.0.0.1:5432', `bind 127.0.0.1:${port}`],
      ...pair.map(({ ports }, index): [string, string] => [
        `10.0.0.1${index + 1}:5432 check port 8008`,
        `127.0.0.1:${ports.postgres} check port ${ports.patroni}`,
      ]),
    ]),
  );
