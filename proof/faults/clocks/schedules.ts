import type { FaultSetup } from '../delivery/setup.ts';
import { type Check, sleep } from '../fault-run.ts';

const minutes = 3;

/** Schedules of every minute, with two workers that disagree about the time: one start in each minute. */
export async function watchSchedules({ client }: FaultSetup, offset: string, check: Check): Promise<void> {
  const { rows: began } = await client.query<{ at: Date }>('select now() as at');
  await sleep(minutes * 60 + 5);
  const { rows } = await client.query<{ name: string; minutes: number; max: number }>(
    `select name, count(*)::int as minutes, max(starts)::int as max from (
       select j.name, date_trunc('minute', j.created_on), count(*) as starts
         from queue.job j join queue.schedule s on s.name = j.name
        where s.cron = '*/1 * * * *' and j.created_on >= $1 group by 1, 2) w group by name`,
    [began[0]?.at],
  );
  const isGood = rows.length > 0 && rows.every((row) => row.max === 1 && row.minutes >= minutes);
  check(`${offset}: a schedule starts once a minute (F29)`, isGood, rows);
}
