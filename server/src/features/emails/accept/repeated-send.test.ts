import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { DeliveryYard } from '#testing/delivery-yard';
import { deliveryYard } from '#testing/delivery-yard';
import { connect } from '#testing/spool-yard';

test('F40 I4 a send that meets real deadlocks is repeated with the same ids, and is there once', async () => {
  const yard = await deliveryYard();
  await clashTwice(yard);
  const body = { to: 'ada@example.com', from: 'hello@acme.example', subject: 'Hi', body: '<p>Hi</p>' };
  const client = yard.app.as(yard.project.secretKey).with({ 'idempotency-key': 'order-1' });

  const clashes = [await holdLock(yard, 1), await holdLock(yard, 2)];
  const sending = client.post('/v1/send', body);
  for (const clash of clashes) await clash();
  const reply = await sending;

  expect(reply.status).toBe(200);
  const id = reply.body.data.emails[0].email;
  expect(await seenIds(yard)).toEqual([await hashOf(yard, id), await hashOf(yard, id), await hashOf(yard, id)]);
  const { rows } = await yard.client.query('select id from emails');
  expect(rows).toEqual([{ id }]);
  expect((await client.post('/v1/send', body)).body.error.details).toMatchObject({ originalStatusCode: 200 });
}, 30_000);

/** The first two inserts of a mail want a lock that `holdLock` has. Sequences keep what a rollback forgets. */
const clashTwice = (yard: DeliveryYard) =>
  yard.client.query(`
    create sequence tries; create sequence seen_1; create sequence seen_2; create sequence seen_3;
    create function clash() returns trigger language plpgsql security definer set search_path = public as $$
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

/** Has what a send will wait for. The answer closes the circle once it waits; PostgreSQL ends the one that waited first. */
async function holdLock({ app }: DeliveryYard, nth: number): Promise<() => Promise<void>> {
  const client = await connect(app.databaseUrl);
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock($1)', [200 + nth]);
  return async () => {
    const waits = `select from pg_locks where locktype = 'advisory' and not granted and objid = $1`;
    while ((await client.query(waits, [200 + nth])).rowCount === 0) await delay(5);
    await client.query('select pg_advisory_xact_lock($1)', [100 + nth]);
    await client.end();
  };
}

async function seenIds({ client }: DeliveryYard): Promise<string[]> {
  const { rows } = await client.query(`select last_value from seen_1 union all select last_value from seen_2
                                       union all select last_value from seen_3`);
  return rows.map(({ last_value }) => last_value);
}

async function hashOf({ client }: DeliveryYard, id: string): Promise<string> {
  const { rows } = await client.query('select hashtextextended($1::text, 0) & 9223372036854775806 | 1 as hash', [id]);
  return rows[0].hash;
}
