import { randomUUIDv7 } from 'node:crypto';
import { givenContact, givenMails } from '../../../server/testing/given-mail.ts';
import { until } from '../../../server/testing/until.ts';
import type { FaultSetup } from '../delivery/setup.ts';
import { type Check, sleep } from '../fault-run.ts';

/** A worker with a false clock alone: the database decides what is due and what has expired. */
export async function workAlone(setup: FaultSetup, offset: string, check: Check): Promise<void> {
  const { client, projectId, log } = setup;
  const inputs = [{ expiresSeconds: 1_800 }, { expiresSeconds: -1 }, { dueSeconds: 1_800 }];
  const email = `clock-${randomUUIDv7()}@example.com`;
  const contactId = await givenContact(client, projectId, email);
  const ids = await givenMails(client, projectId, inputs.length, (index) => ({
    ...inputs[index],
    contactId,
    recipient: email,
  }));
  log.accepted.push(...ids);
  const [good = '', over = '', later = ''] = ids;
  const isDone = async (): Promise<boolean> => {
    const statuses = await statusesOf(setup, ids);
    return statuses[good] !== 'QUEUED' && statuses[over] !== 'QUEUED';
  };
  await until(isDone);
  await sleep(0.5);
  const statuses = await statusesOf(setup, ids);
  const found = { good: statuses[good], over: statuses[over], later: statuses[later] };
  check(
    `${offset}: mail expires and becomes due by the database's clock (F29)`,
    found.good === 'SENT' && found.over === 'FAILED EXPIRED' && found.later === 'QUEUED',
    found,
  );
}

/** Hand-overs that take longer than a lease, with a worker of each clock: neither takes a row from the other. */
export async function holdLeases(setup: FaultSetup, offset: string, check: Check): Promise<void> {
  setup.sink.script = { dot: { afterMs: 7_000, reply: '250 2.0.0 Ok' } };
  const ids = await setup.accept(60); // more than one worker can hold
  await sleep(4);
  setup.sink.script = {};
  const isDone = async (): Promise<boolean> =>
    Object.values(await statusesOf(setup, ids)).every((status) => status !== 'QUEUED');
  await until(isDone);
  const { rows } = await setup.client.query<{ repeated: number; workers: number }>(
    `select count(*) filter (where e.attempts > 1 or e.duplicate_possible or e.unconfirmed)::int as repeated,
            (select count(distinct c.worker)::int from delivery_attempts a join delivery_channels c on c.id = a.channel_id
              where a.email_id = any($1)) as workers
       from emails e where e.id = any($1)`,
    [ids],
  );
  const { repeated = -1, workers = 0 } = rows[0] ?? {};
  check(`${offset}: leases hold between clocks (F29)`, repeated === 0 && workers > 1 && (await isDone()), {
    repeated,
    workers,
  });
}

async function statusesOf({ client }: FaultSetup, ids: readonly string[]): Promise<Record<string, string>> {
  const { rows } = await client.query<{ id: string; status: string }>(
    `select id, concat_ws(' ', status, reason) as status from emails where id = any($1)`,
    [ids],
  );
  return Object.fromEntries(rows.map(({ id, status }) => [id, status]));
}
