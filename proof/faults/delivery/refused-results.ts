import type { Check } from '../fault-run.ts';
import { sleep } from '../fault-run.ts';
import type { FaultYard } from './yard.ts';

const codes = { '53100': 'is full', '25006': 'has become read-only', '58030': 'cannot reach its disk' };
const sessions = 20;

/**
 * F30, F6: after the gate, and before the result is written, the database refuses to write it for a while. Results wait,
 * nothing new is handed over, and afterwards each mail was sent once and its record says so.
 */
export async function refuseResults(yard: FaultYard, rounds: number, check: Check): Promise<void> {
  const worker = await yard.worker();
  for (let round = 0; round < rounds; round += 1) {
    for (const [code, words] of Object.entries(codes)) {
      await untilNothingWaits(yard);
      await yard.client.query(`
        create or replace function refuse() returns trigger language plpgsql as $$
        begin raise exception 'refused' using errcode = '${code}'; end $$;
        create trigger refuse before insert on delivery_attempts for each row execute function refuse()`);
      const before = yard.sink.received.length;
      const ids = await yard.accept(3 * sessions);
      await sleep(2);
      const handed = yard.sink.received.length - before;
      await yard.client.query('drop trigger refuse on delivery_attempts');
      const isIdle = await untilNothingWaits(yard);
      const { rows } = await yard.client.query(
        // A mail that had passed the gate when results got stuck was withdrawn, and left as a later attempt.
        `select from emails e join delivery_attempts a on a.email_id = e.id and a.outcome = 'ACCEPTED'
          where e.id = any($1) and e.status = 'SENT' and not e.duplicate_possible and not e.unconfirmed`,
        [ids],
      );
      check(
        `F30 while the database ${words} nothing new is handed over, and afterwards all is recorded`,
        handed > 0 && handed <= sessions && isIdle && rows.length === ids.length,
        { code, handed, sent: rows.length, of: ids.length },
      );
    }
  }
  await worker.stop();
}

async function untilNothingWaits({ client }: FaultYard): Promise<boolean> {
  for (const end = Date.now() + 30_000; Date.now() < end; await sleep(0.05)) {
    if ((await client.query('select from deliveries limit 1')).rowCount === 0) return true;
  }
  return false;
}
