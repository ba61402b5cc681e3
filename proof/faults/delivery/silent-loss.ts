import { startSilentProxy } from '../../../server/testing/silent-proxy.ts';
import { type Check, sleep } from '../fault-run.ts';
import { judge } from './judge.ts';
import { judgeRequests } from './judge-requests.ts';
import { startSenders } from './senders.ts';
import { type FaultSetup, openFaultSetup } from './setup.ts';
import { isBackInTime, maxSeconds, secondsUntilBack, stopwatch } from './until-back.ts';

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
  const since = stopwatch();
  const { rows } = await setup.client.query<{ at: Date }>('select clock_timestamp() as at');
  const lostAt = rows[0]?.at ?? new Date();
  const seconds = await secondsUntilBack({ url: setup.url, probe: senders.probe, since, lostAt });
  check(
    `after a silent loss of the primary there is traffic again within ${maxSeconds} s (F6, P9)`,
    isBackInTime(seconds),
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
