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
  await whileSentInTime(yard, 'F8 mail is handed over while no call is heard', check, async () => {
    await repeatFor(seconds, () => silenceCalls(yard));
  });
  await whileSentInTime(yard, 'F8 mail is accepted and handed over while the queue is locked', check, () =>
    lockQueue(yard, seconds),
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

const mostSeconds = 5;

/** Looks at the mails that were accepted meanwhile: all of them leave, and soon. */
async function whileSentInTime(
  { client }: FaultYard,
  statement: string,
  check: Check,
  disturb: () => Promise<void>,
): Promise<void> {
  const { rows: before } = await client.query<{ now: Date }>('select clock_timestamp() as now');
  await disturb();
  const { rows: after } = await client.query<{ now: Date }>('select clock_timestamp() as now');
  await sleep(mostSeconds);
  const { rows } = await client.query<{ mails: number; late: number; most: number | null }>(
    `select count(*)::int as mails,
            (count(*) filter (where sent_at is null or sent_at - created_at > $3 * interval '1 second'))::int as late,
            extract(epoch from max(sent_at - created_at))::float as most
       from emails where created_at between $1 and $2 and status <> 'SUPPRESSED'`,
    [before[0]?.now, after[0]?.now, mostSeconds],
  );
  const [seen] = rows;
  check(`${statement}, within ${mostSeconds} s`, (seen?.mails ?? 0) > 0 && seen?.late === 0, seen);
}
