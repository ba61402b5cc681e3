import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import {
  type Db,
  openDatabase,
  openTransaction,
  type TransactionScope,
} from '../../../server/src/platform/db/index.ts';
import { pooledUrl } from '../../../server/testing/pooler.ts';
import { spawnRole } from '../../../server/testing/server-process.ts';
import { judge } from '../../faults/delivery/judge.ts';
import { judgeRequests } from '../../faults/delivery/judge-requests.ts';
import { type Senders, startSenders } from '../../faults/delivery/senders.ts';
import { type FaultSetup, openFaultSetup } from '../../faults/delivery/setup.ts';
import { type Check, sleep } from '../../faults/fault-run.ts';
import { type ServerProcess, settingsFor } from '../../instance/instance.ts';
import { leaveEverything, statesOfSessions } from './leftovers.ts';
import type { PgBouncer } from './start-pgbouncer.ts';
import { transactionsOf, watchConnections } from './watch-connections.ts';

const loadSeconds = 10;

/** Role, limits and everything else of a session, behind the pooler: they hold, and nothing of them reaches the next client. */
export async function checkSessions(pgbouncer: PgBouncer, check: Check): Promise<void> {
  const setup = await openFaultSetup();
  try {
    await Promise.all([sendMail(setup, pgbouncer, check), checkLimits(setup, check)]);
    await checkCommands(setup, check);
    await checkLeftovers(setup, pgbouncer, check);
  } finally {
    await setup.close();
  }
}

/** Eight projects send mail over three APIs and three workers. */
async function sendMail(setup: FaultSetup, pgbouncer: PgBouncer, check: Check): Promise<void> {
  const [before, endWatch] = [await transactionsOf(pgbouncer), await watchConnections(pgbouncer, setup.url)];
  const { requests } = await underLoad(setup);
  const { looks, maxClients, serversThen, maxServers } = await endWatch();
  const transactions = (await transactionsOf(pgbouncer)) - before;
  check(
    'six processes have half as many connections to PostgreSQL as to the pooler, at most',
    looks > 0 && maxClients > 0 && serversThen <= maxClients / 2, // else nothing was seen
    { looks, transactions, maxClients, serversThen, maxServers },
  );
  check('behind the pooler: everything came to an end', await setup.heal());
  await judgeRequests(setup, requests, check);
  await judge(setup, 'behind the pooler', check);
}

async function underLoad(setup: FaultSetup): Promise<Senders> {
  const processes: ServerProcess[] = [];
  const start = async (starting: Promise<ServerProcess>): Promise<void> => void processes.push(await starting);
  try {
    await Promise.all([setup.api(), setup.api(), setup.api()].map(start));
    const apis = [...processes];
    await Promise.all([setup.worker(), setup.worker(), setup.worker()].map(start));
    const senders = await startSenders(setup, () => apis);
    await sleep(loadSeconds);
    await senders.finish();
    return senders;
  } finally {
    await Promise.all(processes.map(({ stop }) => stop()));
  }
}

/** The limits of a transaction are settings of PostgreSQL: whether they reach it is seen when they are passed. */
async function checkLimits({ url, projectId }: FaultSetup, check: Check): Promise<void> {
  const database = openDatabase({ url: pooledUrl(url), size: 2, preparedStatements: false });
  const scope: TransactionScope = { role: 'postrider_app', projectId, isReadOnly: false };
  try {
    const slow = await openTransaction(database, { ...scope, statementSeconds: 1 });
    const stopped = await sleepIn(slow.db, 20).then(() => null, codeOf);
    await slow.rollback();
    check('a statement is stopped at the limit of its transaction', stopped === '57014', { code: stopped });
    const idle = await openTransaction(database, scope);
    await sleepIn(idle.db, 0);
    await sleep(32);
    const ended = await sleepIn(idle.db, 0).then(() => null, codeOf);
    await idle.rollback(ended);
    check('a transaction that is idle for 30 s is ended', ended !== null, { code: ended });
  } finally {
    await database.close();
  }
}

const sleepIn = (db: Db, seconds: number): Promise<unknown> =>
  db.selectNoFrom(({ fn, val }) => fn('pg_sleep', [val(seconds)]).as('slept')).execute();

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

async function checkCommands({ url }: FaultSetup, check: Check): Promise<void> {
  const refused = await runCommand('migrate', settingsFor(pooledUrl(url)));
  check(
    'a migration through the pooler is refused, and says what to set',
    refused.code === 78 && refused.printed.includes('DATABASE_DIRECT_URL'),
    { code: refused.code, line: refused.printed.trim() },
  );
  const direct = await runCommand('migrate', settingsFor(url));
  check('with DATABASE_DIRECT_URL it is made', direct.code === 0, { line: direct.printed.trim() });
  const { printed } = await runCommand('doctor', settingsFor(url));
  const { checks } = JSON.parse(printed) as { checks: { id: string; status: string; seen: string }[] }; // written by doctor
  const finding = checks.find(({ id }) => id === 'database.pooler');
  check('doctor sees the pooler', finding?.status === 'pass' && finding.seen.includes('to a pooler'), finding?.seen);
}

async function runCommand(
  name: string,
  settings: Record<string, string>,
): Promise<{ code: number | null; printed: string }> {
  const child = spawnRole(name, settings);
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, printed: out || errors };
}

async function checkLeftovers({ url, client }: FaultSetup, pgbouncer: PgBouncer, check: Check): Promise<void> {
  const pooled = pooledUrl(url);
  const database = new URL(url).pathname.slice(1);
  const config = await pgbouncer.ask('show config');
  const size = Number(config.find(({ key }) => key === 'default_pool_size')?.value);
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity
      where datname = $1 and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    [database],
  );
  const states = await statesOfSessions(pooled, size);
  const seen = new Set(states.map(({ pid }) => pid));
  const left = states.filter(({ leftovers }) => leftovers.length > 0);
  check(
    'every session that the product has used is as new: role, settings, channels, locks, temporary tables, prepared statements',
    rows.length > 0 && rows.every(({ pid }) => seen.has(pid)) && left.length === 0,
    { sessions: rows.length, ...(left.length > 0 ? { left } : {}) },
  );
  await leaveEverything(pooled);
  const found = (await statesOfSessions(pooled, size)).flatMap(({ leftovers }) => leftovers);
  check('a client that leaves something of each kind would be seen', found.length === 6, { found });
}
