import type { Client } from 'pg';
import { type Check, sleep } from '../faults/fault-run.ts';

const drainSeconds = 120;

/** I1 I2 for a run without crashes: every accepted mail left, each by one hand-over. */
export async function judgeMail(client: Client, accepted: readonly string[], check: Check): Promise<void> {
  for (const end = Date.now() + drainSeconds * 1_000; Date.now() < end; await sleep(0.5)) {
    const { rowCount } = await client.query('select from deliveries where id = any($1) limit 1', [accepted]);
    if (rowCount === 0) break;
  }
  const { rows } = await client.query<{ status: string; mails: number }>(
    'select status, count(*)::int as mails from emails where id = any($1) group by 1',
    [accepted],
  );
  const unsent = rows.filter(({ status }) => status !== 'SENT');
  const found = rows.reduce((sum, { mails }) => sum + mails, 0);
  check('every accepted mail of the other tenants was sent', unsent.length === 0 && found === accepted.length, rows);
  const { rows: repeated } = await client.query(
    'select email_id from delivery_attempts where email_id = any($1) group by 1 having count(*) > 1',
    [accepted],
  );
  check('none of them was handed over twice', repeated.length === 0, { wrong: repeated.length });
}
