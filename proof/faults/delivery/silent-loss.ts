import { startSilentProxy } from '../../../server/testing/silent-proxy.ts';
import { type Check, sleep } from '../fault-run.ts';
import { judge } from './judge.ts';
import { judgeRequests } from './judge-requests.ts';
import { startSenders } from './senders.ts';
import { type FaultSetup, openFaultSetup } from './setup.ts';

const maxSeconds = 45;

/**
 * F6, P9: the primary is lost silently: existing connections get no reply and are not closed, while a new primary
 * is behind the same name.
 */
export async function loseSilently(check: Check): Promise<void> {
  const setup = await openFaultSetup();
  const proxy = await startSilentProxy(setup.url);
  const worker = await setup.worker({}, proxy.url);
  const api = await setup.api({}, proxy.url);
  const senders = await startSenders(setup, () => [api]);
  await sleep(4);

  proxy.fallSilent();
  await endOldSessions(setup);
  setup.crashes += 1;
  const lostAt = new Date();
  const since = (): number => Number(((Date.now() - lostAt.getTime()) / 1_000).toFixed(1));
  const serving = untilServed(senders.probe, since);
  const leaving = untilSent(setup, since);
  const tasks = untilQueueWorks(setup, since);
  const seconds = { served: await serving, mailLeft: await leaving, queue: await tasks };
  check(
    `after a silent loss of the primary there is traffic again within ${maxSeconds} s (F6, P9)`,
    Object.values(seconds).every((each) => each <= maxSeconds),
    seconds,
  );

  await senders.finish();
  await Promise.all([worker.stop(), api.stop()]);
  await proxy.close();
  await judgeRequests(setup, senders.requests, check);
  check('silent loss: everything came to an end', await setup.heal());
  await judge(setup, 'silent loss', check);
  await setup.close();
}

/** Ends what ends with a lost machine: its sessions, their locks and their work. Clients are not notified. */
const endOldSessions = ({ client }: FaultSetup): Promise<unknown> =>
  client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name like 'postrider%'`,
  );

async function untilServed(probe: () => Promise<{ status: number } | null>, since: () => number): Promise<number> {
  while (since() < 2 * maxSeconds) {
    if ((await probe())?.status === 200) return since();
    await sleep(0.2);
  }
  return since();
}

/** Mail that passed the gate after the loss, so that no earlier reply counts. */
async function untilSent({ client }: FaultSetup, since: () => number): Promise<number> {
  const { rows } = await client.query<{ at: Date }>('select clock_timestamp() as at');
  const recorded = `select from delivery_attempts where outcome = 'ACCEPTED' and committing_at > $1 limit 1`;
  while (since() < 2 * maxSeconds && (await client.query(recorded, [rows[0]?.at])).rowCount === 0) await sleep(0.2);
  return since();
}

/** The queue polls its tasks every few seconds; a new session of it has done so. */
async function untilQueueWorks({ client }: FaultSetup, since: () => number): Promise<number> {
  const alive = `select from pg_stat_activity where datname = current_database() and application_name = 'postrider-queue'
                    and state = 'idle' limit 1`;
  while (since() < 2 * maxSeconds && (await client.query(alive)).rowCount === 0) await sleep(0.2);
  return since();
}
