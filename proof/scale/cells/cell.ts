import { once } from 'node:events';
import { freePort } from '../../../server/testing/free-port.ts';
import { makeCluster, type OwnCluster, onCluster } from '../../faults/delivery/own-cluster.ts';
import { type FaultSetup, openFaultSetup } from '../../faults/delivery/setup.ts';
import type { ServerProcess } from '../../instance/instance.ts';

/** A complete installation: a PostgreSQL, an API process and a worker of its own. */
export interface Cell {
  readonly mark: string;
  /** Its own host name, as the documentation has it. */
  readonly host: string;
  /** Where the router finds its API; the same after a restart. */
  readonly port: number;
  readonly cluster: OwnCluster;
  readonly setup: FaultSetup;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** `kill -9` of its processes and its PostgreSQL; settles when both are running again, `awaySeconds` later. */
  kill(awaySeconds: number): Promise<void>;
  drop(): Promise<void>;
}

export async function makeCell(mark: string): Promise<Cell> {
  const cluster = await makeCluster({ label: mark, port: await freePort(), settings: ['wal_level=logical'] });
  const setup = await onCluster(cluster, () => openFaultSetup(undefined, mark)).catch(async (error: unknown) => {
    await cluster.drop();
    throw error;
  });
  const [port, host] = [await freePort(), `${mark}.mail.example.com`];
  const settings = {
    PORT: String(port),
    BASE_URL: `https://${host}`,
    BOUNCE_HOST: `in.${host}`,
    TRUSTED_PROXIES: '1',
    DRAIN_SECONDS: '2',
  };
  let running: ServerProcess[] = [];
  const cell: Cell = {
    mark,
    host,
    port,
    cluster,
    setup,
    async start() {
      running = await Promise.all([setup.api(settings), setup.worker(settings)]);
    },
    async stop() {
      await Promise.all(running.map((process) => process.stop()));
      running = [];
    },
    async kill(awaySeconds) {
      const ended = running.map(({ child }) => once(child, 'exit'));
      for (const { child } of running) child.kill('SIGKILL');
      setup.crashes += 1;
      await Promise.all([cluster.killPostmaster(awaySeconds), ...ended]);
      await setup.reconnect();
      await cell.start();
    },
    async drop() {
      await cell.stop();
      await onCluster(cluster, () => setup.close()).catch((error: unknown) => console.error(error)); // the cluster goes anyway
      await cluster.drop();
    },
  };
  return cell;
}
