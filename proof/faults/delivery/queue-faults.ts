import { type Check, sleep } from '../fault-run.ts';
import { judgeRequests } from './judge-requests.ts';
import { type ProcessGroup, startProcessGroup } from './process-group.ts';
import { startSenders } from './senders.ts';
import { connectQuietly, type FaultSetup } from './setup.ts';

/** F8, P3: the queue loses its tasks, doubles them, is locked; no worker receives a wake-up signal. Mail must flow all the while. */
export async function disturbQueue(setup: FaultSetup, seconds: number, check: Check): Promise<void> {
  const workers = await startProcessGroup(2, () => setup.worker());
  const apis = await startProcessGroup(1, () => setup.api());
  const senders = await startSenders(setup, () => apis.members);
  await sleep(2);

  const lost = await repeatFor(seconds, async () => {
    await makeTasks(setup);
    await sleep(0.1);
    return loseTasks(setup);
  });
  check('the queue lost every task, again and again (F8)', lost > 0, { tasks: lost });
  const doubled = await repeatFor(seconds, async () => {
    await makeTasks(setup);
    return doubleTasks(setup);
  });
  check('every task was there twice (F8)', doubled > 0, { tasks: doubled });
  // Why beside an undisturbed time: on a busy machine mail waits without any fault, and behind the tasks made above.
  const undisturbed = await sentWithin(setup, 90, () => sleep(seconds));
  const limit = 5 + undisturbed.max;
  const withoutSignals = await sentWithin(setup, limit, () => repeatFor(seconds, () => cutWakeConnections(setup)));
  check(
    'while no wake-up signal is received mail leaves at most 5 s later than otherwise (F8)',
    withoutSignals.mails > 0 && withoutSignals.late === 0,
    { ...withoutSignals, undisturbed: undisturbed.max },
  );
  // A request whose contact is new makes a task, and waits for the lock as well.
  const locked = await sentWithin(setup, 90, () => lockQueue(setup, seconds));
  check(
    'while the queue is locked mail is accepted, and leaves within 90 s (F8)',
    locked.mails > 0 && locked.late === 0,
    locked,
  );

  await senders.finish();
  await Promise.all([workers, apis].map((group: ProcessGroup) => group.stop()));
  await judgeRequests(setup, senders.requests, check);
}

/** The tasks that mail makes, for every project: sending itself makes few of them, and one kind merges with itself. */
async function makeTasks({ client }: FaultSetup): Promise<void> {
  await client.query(
    `insert into queue.job (name, data) select kind, jsonb_build_object('projectId', p.id, 'payload', '{}'::jsonb)
       from projects p cross join unnest(array['emails.release-held', 'reputation.check']) kind
         on conflict do nothing`,
  );
}

/** Returns how many there were. */
export async function loseTasks({ client }: FaultSetup): Promise<number> {
  return (await client.query('delete from queue.job')).rowCount ?? 0;
}

/** A copy of each task that waits, runs or has run. */
async function doubleTasks({ client }: FaultSetup): Promise<number> {
  const { rowCount } = await client.query(
    `insert into queue.job (name, data, priority, retry_limit, expire_seconds, deletion_seconds, policy)
     select name, data, priority, retry_limit, expire_seconds, deletion_seconds, policy from queue.job
      where name not like 'schedule.%' and not coalesce((data ->> 'isCopy')::boolean, false)
         on conflict do nothing`,
  );
  await client.query(`update queue.job set data = data || '{"isCopy": true}' where name not like 'schedule.%'`);
  return rowCount ?? 0;
}

/** Ends the connections over which workers are notified of mail. */
async function cutWakeConnections({ client }: FaultSetup): Promise<number> {
  const { rowCount } = await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'postrider-wake' and datname = current_database()`,
  );
  return rowCount ?? 0;
}

async function lockQueue({ url }: FaultSetup, seconds: number): Promise<void> {
  const locker = await connectQuietly(url);
  await locker.query('begin; lock table queue.job in access exclusive mode');
  await sleep(seconds);
  await locker.query('commit');
  await locker.end();
}

async function repeatFor(seconds: number, work: () => Promise<number>): Promise<number> {
  let sum = 0;
  for (const end = Date.now() + seconds * 1_000; Date.now() < end; await sleep(0.2)) sum += await work();
  return sum;
}

interface MailCounts {
  readonly mails: number;
  readonly late: number;
  readonly waiting: number;
  /** The longest wait, in seconds. */
  readonly max: number;
}

/** Counts the mails that are accepted meanwhile: how many, how many of them did not leave in time, the longest wait. */
async function sentWithin({ client }: FaultSetup, seconds: number, disturb: () => Promise<unknown>) {
  const from = await clockOf(client);
  await disturb();
  const until = await clockOf(client);
  await sleep(2); // requests that waited for the lock are seen once they have committed
  for (const end = Date.now() + seconds * 1_000; ; await sleep(0.5)) {
    const { rows } = await client.query<MailCounts>(
      `select count(*)::int as mails,
              (count(*) filter (where coalesce(sent_at, now()) - created_at > $3 * interval '1 second'))::int as late,
              (count(*) filter (where sent_at is null))::int as waiting,
              coalesce(extract(epoch from max(coalesce(sent_at, now()) - created_at)), 0)::float as max
         from emails where created_at between $1 and $2 and status <> 'SUPPRESSED'`,
      [from, until, seconds],
    );
    const [counts = { mails: 0, late: 0, waiting: 0, max: 0 }] = rows;
    if (counts.waiting === 0 || Date.now() > end) return counts;
  }
}

async function clockOf(client: FaultSetup['client']): Promise<Date> {
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
  return rows[0]?.now ?? new Date();
}
