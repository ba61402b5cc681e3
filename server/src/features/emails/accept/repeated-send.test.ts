import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type DeliverySetup, deliverySetup } from '#testing/delivery-setup';
import { connect } from '#testing/spool-setup';

test('a send that meets real deadlocks is repeated with the same ids and stored once (F40, I4)', async () => {
  const setup = await deliverySetup();
  await clashTwice(setup);
  const body = { to: 'ada@example.com', from: 'hello@acme.example', subject: 'Hi', body: '<p>Hi</p>' };
  const client = setup.app.as(setup.project.secretKey).with({ 'idempotency-key': 'order-1' });

  const clashes = [await holdLock(setup, 1), await holdLock(setup, 2)];
  const sending = client.post('/v1/send', body);
  for (const clash of clashes) await clash();
  const reply = await sending;

  expect(reply.status).toBe(200);
  const id = reply.body.data.emails[0].email;
  expect(await seenIds(setup)).toEqual([await hashOf(setup, id), await hashOf(setup, id), await hashOf(setup, id)]);
  const { rows } = await setup.client.query('select id from emails');
  expect(rows).toEqual([{ id }]);
  expect((await client.post('/v1/send', body)).body.error.details).toMatchObject({ originalStatusCode: 200 });
}, 30_000);

/**
 * The first two inserts of a mail need a lock that `holdLock` has. Sequences keep their values after a rollback.
 * Why four seconds: PostgreSQL looks for a deadlock once in a wait, and by then the other side must wait, too.
 */
const clashTwice = (setup: DeliverySetup) =>
  setup.client.query(`
    create sequence tries; create sequence seen_1; create sequence seen_2; create sequence seen_3;
    create function clash() returns trigger language plpgsql security definer
    set search_path = public set deadlock_timeout = '4s' as $$
    declare nth int := nextval('tries');
    begin
      perform setval('seen_' || nth, hashtextextended(new.id::text, 0) & 9223372036854775806 | 1);
      if nth <= 2 then
        perform pg_advisory_xact_lock(100 + nth);
        perform pg_advisory_xact_lock(200 + nth);
      end if;
      return new;
    end $$;
    create trigger clash before insert on emails for each row execute function clash()`);

/**
 * Holds the lock a send will wait for. The returned function completes the deadlock once it waits. PostgreSQL aborts the one
 * that notices it: the send, because this connection does not look for a minute.
 */
async function holdLock({ app }: DeliverySetup, nth: number): Promise<() => Promise<void>> {
  const client = await connect(app.databaseUrl);
  await client.query(`set deadlock_timeout = '1min'`);
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock($1)', [200 + nth]);
  return async () => {
    const waits = `select from pg_locks where locktype = 'advisory' and not granted and objid = $1`;
    while ((await client.query(waits, [200 + nth])).rowCount === 0) await delay(5);
    await client.query('select pg_advisory_xact_lock($1)', [100 + nth]);
    await client.end();
  };
}

async function seenIds({ client }: DeliverySetup): Promise<string[]> {
  const { rows } = await client.query(`select last_value from seen_1 union all select last_value from seen_2
                                       union all select last_value from seen_3`);
  return rows.map(({ last_value }) => last_value);
}

async function hashOf({ client }: DeliverySetup, id: string): Promise<string> {
  const { rows } = await client.query('select hashtextextended($1::text, 0) & 9223372036854775806 | 1 as hash', [id]);
  return rows[0].hash;
}
