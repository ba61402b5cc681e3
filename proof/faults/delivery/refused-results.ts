import { type Check, sleep } from '../fault-run.ts';
import type { FaultSetup } from './setup.ts';
import { untilNothingWaits } from './until-nothing-waits.ts';

const codes = { '53100': 'is full', '25006': 'has become read-only', '58030': 'cannot reach its disk' };
const sessions = 20;

/**
 * F30, F6: after the gate, and before the result is written, the database refuses to write it for a while. Results wait,
 * nothing new is handed over, and afterwards each mail was sent once and its record says so.
 */
export async function refuseResults(setup: FaultSetup, rounds: number, check: Check): Promise<void> {
  const worker = await setup.worker();
  for (let round = 0; round < rounds; round += 1) {
    for (const [code, state] of Object.entries(codes)) {
      await untilNothingWaits(setup.client);
      await setup.client.query(`
        create or replace function refuse() returns trigger language plpgsql as $$
        begin raise exception 'refused' using errcode = '${code}'; end $$;
        create trigger refuse before insert on delivery_attempts for each row execute function refuse()`);
      const before = setup.sink.received.length;
      const ids = await setup.accept(3 * sessions);
      await sleep(2);
      const handed = setup.sink.received.length - before;
      await setup.client.query('drop trigger refuse on delivery_attempts');
      const isIdle = await untilNothingWaits(setup.client);
      const { rows } = await setup.client.query(
        // A mail that had passed the gate when results could not be written was withdrawn, and left with a later attempt.
        `select from emails e join delivery_attempts a on a.email_id = e.id and a.outcome = 'ACCEPTED'
          where e.id = any($1) and e.status = 'SENT' and not e.duplicate_possible and not e.unconfirmed`,
        [ids],
      );
      check(
        `while the database ${state} nothing new is handed over, and afterwards all is recorded (F30)`,
        handed > 0 && handed <= sessions && isIdle && rows.length === ids.length,
        { code, handed, sent: rows.length, of: ids.length },
      );
    }
  }
  await worker.stop();
}
