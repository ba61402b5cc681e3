import { Client as PgClient } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { instanceContext } from '#platform/context';
import { runSchedule, startTestApp, type TestApp } from '#testing';
import { foldCounts } from './schedules.ts';

let app: TestApp;
let sql: PgClient;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'), { EVENT_RETENTION_DAYS: '40' });
  sql = new PgClient({ connectionString: app.databaseUrl });
  await sql.connect();
});
afterAll(async () => {
  await sql.end();
  await app.close();
});

const instance = () => instanceContext(app.app.services);

async function months(): Promise<string[]> {
  const { rows } = await sql.query(
    `select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'events'::regclass order by 1`,
  );
  return rows.map((row) => row.relname);
}

/** The partition of the month so many months from now. */
const month = (away: number): string => {
  const now = new Date();
  const at = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + away));
  return `events_${at.toISOString().slice(0, 7).replace('-', '')}`;
};

test('partitions exist for last month, this one and three more, and a default one for everything else', async () => {
  expect(await months()).toEqual([...[-1, 0, 1, 2, 3].map(month), 'events_default']);
});

test('a missing month is created again; one with rows in the default partition is left there', async () => {
  await sql.query(`drop table ${month(1)}, ${month(2)}`);
  await sql.query(
    `insert into events (project_id, created_at, id, contact_id, name)
     select gen_random_uuid(), date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' + interval '1 month 10 days',
            gen_random_uuid(), gen_random_uuid(), 'early'`,
  );

  const [made] = await instance().dispatch('make_coming_partitions', ['events']);

  expect(made).toEqual({ make_coming_partitions: 1 });
  expect(await months()).not.toContain(month(1));
  expect(await months()).toContain(month(2));
  await sql.query(`delete from events where name = 'early'`);
  await runSchedule(app, 'retention');
  expect(await months()).toContain(month(1));
});

test('expired months are dropped whole, with their counts; younger ones stay', async () => {
  const project = await app.given.project();
  const server = app.as(project.secretKey);
  await server.post('/events/track', { email: 'ada@example.com', event: 'visit' });
  await sql.query(`set role postrider_owner`);
  await sql.query(`create table ${month(-4)} (like events including all)`);
  await sql.query(`do $$ begin execute format('alter table events attach partition ${month(-4)} for values from (%L) to (%L)',
    (date_trunc('month', now() at time zone 'UTC') - interval '4 months') at time zone 'UTC',
    (date_trunc('month', now() at time zone 'UTC') - interval '3 months') at time zone 'UTC'); end $$`);
  await sql.query(`reset role`);
  await sql.query(
    `insert into events (project_id, created_at, id, contact_id, name)
     select project_id, created_at - interval '4 months', gen_random_uuid(), contact_id, name from events where project_id = $1
     union all
     select project_id, created_at - interval '2 years', gen_random_uuid(), contact_id, name from events where project_id = $1`,
    [project.id],
  );
  await sql.query(
    `update event_mark set folded_to = now() - interval '3 years', safe_to = now() - interval '2 minutes'`,
  );
  await foldCounts.run(instance());
  expect((await server.get('/events')).body.total).toBe(3);

  await runSchedule(app, 'retention');

  expect(await months()).not.toContain(month(-4));
  expect((await server.get('/events')).body).toMatchObject({ total: 1, data: [{ name: 'visit' }] });
  expect((await sql.query('select sum(count)::int as n from event_counts')).rows).toEqual([{ n: null }]);
});

test('a worker may only create months and drop expired ones; the app may do neither', async () => {
  await expect(instance().dispatch('drop_old_partitions', ['events', -40])).rejects.toThrow('less than no time');
  await expect(instance().dispatch('drop_old_partitions', ['contacts', 40])).rejects.toThrow('no rows');
  expect(await instance().dispatch('drop_old_partitions', ['emails', 40])).toEqual([{ drop_old_partitions: 0 }]); // no rule says so
  for (const role of ['postrider_app', 'postrider_dispatch']) {
    await sql.query('begin');
    await sql.query(`set local role ${role}`);
    await expect(sql.query(`select make_coming_partitions('events')`)).rejects.toThrow('permission denied');
    await sql.query('rollback');
  }
});

test('the app cannot read a partition by its name, and cannot rewrite an event', async () => {
  for (const statement of [
    `select 1 from ${month(0)}`,
    `select 1 from events_default`,
    `update events set name = 'x'`,
  ]) {
    await sql.query('begin');
    await sql.query(`set local role postrider_app; set local app.project = '0192f0c2-7d11-7a52-8c0e-3b1f5a9d2e77'`);
    await expect(sql.query(statement)).rejects.toThrow('permission denied');
    await sql.query('rollback');
  }
});
