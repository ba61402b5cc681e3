import { Client } from 'pg';
import { otherVersion } from '../../../server/testing/pooler.ts';
import { sleep } from '../../faults/fault-run.ts';
import type { PgBouncer } from './start-pgbouncer.ts';

interface ConnectionFigures {
  /** Looks that succeeded. */
  readonly looks: number;
  readonly maxClients: number;
  /** Connections to PostgreSQL at the moment of the most clients. */
  readonly serversThen: number;
  readonly maxServers: number;
  /** Sessions of the product that did not come from the pooler, by their name: the most at one time. */
  readonly direct: Readonly<Record<string, number>>;
}

const everySeconds = 1;

const sessionsOfProduct = `
  select pid, application_name as name from pg_stat_activity
   where backend_type = 'client backend' and (application_name like 'postrider%' or application_name = $1)`;

/** Looks once a second who is connected to the pooler, and who to PostgreSQL, until it is ended. */
export async function watchConnections(
  pgbouncer: PgBouncer,
  serverUrl: string,
): Promise<() => Promise<ConnectionFigures>> {
  const client = new Client({ connectionString: serverUrl });
  client.on('error', () => {}); // a lost connection also rejects the query
  await client.connect();
  let [looks, maxClients, serversThen, maxServers] = [0, 0, 0, 0];
  const direct: Record<string, number> = {};
  // Why all of them, also of earlier looks: a session that the pooler has cut off ends in PostgreSQL with the statement it is at.
  const ofPooler = new Set<number>();
  let isOver = false;
  const sessions = async () =>
    (await client.query<{ pid: number; name: string }>(sessionsOfProduct, [otherVersion])).rows;
  const look = async (): Promise<void> => {
    const before = await sessions();
    const [pools, servers] = [await pgbouncer.ask('show pools'), await pgbouncer.ask('show servers')];
    const after = new Set((await sessions()).map(({ pid }) => pid));
    const clients = sumOf(pools, 'cl_');
    const opened = sumOf(pools, 'sv_');
    if (clients > maxClients) [maxClients, serversThen] = [clients, opened];
    maxServers = Math.max(maxServers, opened);
    for (const server of servers) ofPooler.add(Number(server.remote_pid));
    // Why before and after: one that was opened or closed meanwhile may be missing in the list of the pooler.
    const past = before.filter(({ pid }) => after.has(pid) && !ofPooler.has(pid));
    for (const [name, list] of Map.groupBy(past, (session) => session.name))
      direct[name] = Math.max(direct[name] ?? 0, list.length);
    looks += 1;
  };
  const looking = (async () => {
    // A machine that is busy may not answer in time; the next look does.
    for (; !isOver; await sleep(everySeconds)) await look().catch(() => {});
  })();
  return async () => {
    isOver = true;
    await looking;
    await client.end();
    return { looks, maxClients, serversThen, maxServers, direct };
  };
}

const sumOf = (pools: readonly Record<string, string>[], prefix: 'cl_' | 'sv_'): number =>
  pools
    .filter(({ database }) => database !== 'pgbouncer')
    .flatMap((pool) => Object.entries(pool))
    .filter(([name]) => name.startsWith(prefix))
    .reduce((sum, [, count]) => sum + Number(count), 0);

/** Transactions that the pooler has passed on so far. */
export async function transactionsOf(pgbouncer: PgBouncer): Promise<number> {
  const stats = await pgbouncer.ask('show stats');
  return stats.reduce(
    (sum, { database, total_xact_count }) => sum + (database === 'pgbouncer' ? 0 : Number(total_xact_count)),
    0,
  );
}
