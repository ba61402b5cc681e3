import type { Check } from '../fault-run.ts';
import { sleep } from '../fault-run.ts';
import type { Crew } from './crew.ts';
import { hireCrew } from './crew.ts';
import { judgeRequests } from './judge-requests.ts';
import { startSenders } from './senders.ts';
import type { FaultYard } from './yard.ts';
import { connectQuietly } from './yard.ts';

/** F8, P3: the queue loses its tasks, doubles them, stands still; nobody hears who calls. Mail is to flow all the while. */
export async function disturbQueue(yard: FaultYard, seconds: number, check: Check): Promise<void> {
  const workers = await hireCrew(2, () => yard.worker());
  const apis = await hireCrew(1, () => yard.api());
  const senders = await startSenders(yard, () => apis.members);
  await sleep(2);

  const lost = await repeatFor(seconds, async () => {
    await makeTasks(yard);
    await sleep(0.1);
    return loseTasks(yard);
  });
  check('F8 the queue lost every task, again and again', lost > 0, { tasks: lost });
  const doubled = await repeatFor(seconds, async () => {
    await makeTasks(yard);
    return doubleTasks(yard);
  });
  check('F8 every task was there twice', doubled > 0, { tasks: doubled });
  const deaf = await sentWithin(yard, 5, () => repeatFor(seconds, () => silenceCalls(yard)));
  check('F8 while no call is heard mail leaves within 5 s', deaf.mails > 0 && deaf.late === 0, deaf);
  // A request whose contact is new makes a task, and waits for the lock as well.
  const locked = await sentWithin(yard, 90, () => lockQueue(yard, seconds));
  check(
    'F8 while the queue is locked mail is accepted, and leaves within 90 s',
    locked.mails > 0 && locked.late === 0,
    locked,
  );

  await senders.finish();
  await Promise.all([workers, apis].map((crew: Crew) => crew.dismiss()));
  await judgeRequests(yard, senders.requests, check);
}

/** The tasks that mail makes, for every project: sending itself makes few of them, and one kind merges with itself. */
async function makeTasks({ client }: FaultYard): Promise<void> {
  await client.query(
    `insert into queue.job (name, data) select kind, jsonb_build_object('projectId', p.id, 'payload', '{}'::jsonb)
       from projects p cross join unnest(array['emails.release-held', 'reputation.check']) kind
         on conflict do nothing`,
  );
}

/** Says how many there were. */
export async function loseTasks({ client }: FaultYard): Promise<number> {
  return (await client.query('delete from queue.job')).rowCount ?? 0;
}

/** A copy of each task that waits, runs or has run. */
async function doubleTasks({ client }: FaultYard): Promise<number> {
  const { rowCount } = await client.query(
    `insert into queue.job (name, data, priority, retry_limit, expire_seconds, deletion_seconds, policy)
     select name, data, priority, retry_limit, expire_seconds, deletion_seconds, policy from queue.job
      where name not like 'schedule.%' and not coalesce((data ->> 'isCopy')::boolean, false)
         on conflict do nothing`,
  );
  await client.query(`update queue.job set data = data || '{"isCopy": true}' where name not like 'schedule.%'`);
  return rowCount ?? 0;
}

/** The connections over which workers hear that there is mail. */
async function silenceCalls({ client }: FaultYard): Promise<number> {
  const { rowCount } = await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'postrider-wake' and datname = current_database()`,
  );
  return rowCount ?? 0;
}

async function lockQueue({ url }: FaultYard, seconds: number): Promise<void> {
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

interface Seen {
  readonly mails: number;
  readonly late: number;
  readonly waiting: number;
  readonly most: number;
}

/** Looks at the mails that are accepted meanwhile: how many, how many of them did not leave in time, the longest wait. */
async function sentWithin({ client }: FaultYard, seconds: number, disturb: () => Promise<unknown>) {
  const from = await clockOf(client);
  await disturb();
  const until = await clockOf(client);
  await sleep(2); // requests that waited for the lock are seen once they have committed
  for (const end = Date.now() + seconds * 1_000; ; await sleep(0.5)) {
    const { rows } = await client.query<Seen>(
      `select count(*)::int as mails,
              (count(*) filter (where coalesce(sent_at, now()) - created_at > $3 * interval '1 second'))::int as late,
              (count(*) filter (where sent_at is null))::int as waiting,
              extract(epoch from max(coalesce(sent_at, now()) - created_at))::float as most
         from emails where created_at between $1 and $2 and status <> 'SUPPRESSED'`,
      [from, until, seconds],
    );
    const [seen = { mails: 0, late: 0, waiting: 0, most: 0 }] = rows;
    if (seen.waiting === 0 || Date.now() > end) return seen;
  }
}

async function clockOf(client: FaultYard['client']): Promise<Date> {
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
  return rows[0]?.now ?? new Date();
}
