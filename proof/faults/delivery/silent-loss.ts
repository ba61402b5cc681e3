import { startSilentProxy } from '../../../server/testing/silent-proxy.ts';
import type { Check } from '../fault-run.ts';
import { sleep } from '../fault-run.ts';
import { judge } from './judge.ts';
import { judgeRequests } from './judge-requests.ts';
import { startSenders } from './senders.ts';
import type { FaultYard } from './yard.ts';
import { openFaultYard } from './yard.ts';

const mostSeconds = 45;

/**
 * F6, P9: the primary is lost without a word: nobody answers on the links there are and nobody hangs up, while a new one
 * stands behind the same name.
 */
export async function loseSilently(check: Check): Promise<void> {
  const yard = await openFaultYard();
  const proxy = await startSilentProxy(yard.url);
  const worker = await yard.worker({}, proxy.url);
  const api = await yard.api({}, proxy.url);
  const senders = await startSenders(yard, () => [api]);
  await sleep(4);

  proxy.fallSilent();
  await endOldSessions(yard);
  yard.crashes += 1;
  const lostAt = new Date();
  const since = (): number => Number(((Date.now() - lostAt.getTime()) / 1_000).toFixed(1));
  const serving = untilServed(senders.probe, since);
  const leaving = untilSent(yard, since);
  const tasks = untilQueueWorks(yard, since);
  const seconds = { served: await serving, mailLeft: await leaving, queue: await tasks };
  check(
    `F6 P9 after a silent loss of the primary there is traffic again within ${mostSeconds} s`,
    Object.values(seconds).every((each) => each <= mostSeconds),
    seconds,
  );

  await senders.finish();
  await Promise.all([worker.stop(), api.stop()]);
  await proxy.close();
  await judgeRequests(yard, senders.requests, check);
  check('silent loss: everything came to an end', await yard.heal());
  await judge(yard, 'silent loss', check);
  await yard.close();
}

/** What a lost machine takes along: its sessions, their locks and their work. Nobody on the other side is told. */
const endOldSessions = ({ client }: FaultYard): Promise<unknown> =>
  client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name like 'postrider%'`,
  );

async function untilServed(probe: () => Promise<{ status: number } | null>, since: () => number): Promise<number> {
  while (since() < 2 * mostSeconds) {
    if ((await probe())?.status === 200) return since();
    await sleep(0.2);
  }
  return since();
}

/** Mail that passed the gate after the loss, so that no answer of before counts. */
async function untilSent({ client }: FaultYard, since: () => number): Promise<number> {
  const { rows } = await client.query<{ at: Date }>('select clock_timestamp() as at');
  const recorded = `select from delivery_attempts where outcome = 'ACCEPTED' and committing_at > $1 limit 1`;
  while (since() < 2 * mostSeconds && (await client.query(recorded, [rows[0]?.at])).rowCount === 0) await sleep(0.2);
  return since();
}

/** The queue looks after its tasks every few seconds; a new session of it has done so. */
async function untilQueueWorks({ client }: FaultYard, since: () => number): Promise<number> {
  const alive = `select from pg_stat_activity where datname = current_database() and application_name = 'postrider-queue'
                    and state = 'idle' limit 1`;
  while (since() < 2 * mostSeconds && (await client.query(alive)).rowCount === 0) await sleep(0.2);
  return since();
}
