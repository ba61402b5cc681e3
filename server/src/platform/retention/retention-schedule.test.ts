import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { instanceContext } from '#platform/context';
import { runSchedule, startTestApp, type TestApp } from '#testing';
import { type BeforeExpiry, makeFirstPartitions, retentionSchedule } from './retention-schedule.ts';

let app: TestApp;
let client: Client;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'));
  client = new Client({ connectionString: app.databaseUrl });
  await client.connect();
  await client.query('set role postrider_owner');
});
afterAll(async () => {
  await client.end();
  await app.close();
});
beforeEach(async () => {
  await client.query(
    `drop table if exists notes, hits; delete from retention_rules where table_name in ('notes', 'hits')`,
  );
});

const run = (before: BeforeExpiry = {}) => retentionSchedule(before).run(instanceContext(app.app.services));

/** A table of rows that are so many days old, kept for a week. */
async function makeNotes(...daysOld: readonly number[]): Promise<void> {
  await client.query('create table notes (at timestamptz not null); create index on notes (at)');
  await client.query(`select make_expiring_table('notes', 'at', '7 days')`);
  await client.query(
    `insert into notes select now() - make_interval(hours => (24 * d)::int) from unnest($1::float8[]) d`,
    [daysOld],
  );
}
const notes = async () => Number((await client.query('select count(*) as n from notes')).rows[0].n);

/** A table by week of its ids, kept for two weeks. */
async function makeHits(): Promise<void> {
  await client.query('create table hits (id uuid primary key) partition by range (id)');
  await client.query(`select make_partitioned_table('hits', 'id', 'week', '14 days')`);
  await makeFirstPartitions(client);
}
const partitions = async () => {
  const { rows } = await client.query(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'hits'::regclass order by 1`,
  );
  return rows.map(({ name }) => String(name));
};

test('rows of a registered table are deleted once they are past their time, in batches', async () => {
  await makeNotes(6.9, 7.1, 8, 9, 10, 400);
  await client.query(`update retention_rules set batch = 2 where table_name = 'notes'`);

  await run();

  expect(await notes()).toBe(1);
});

test('a row that is locked is left for the next run', async () => {
  await makeNotes(8, 9);
  await client.query('begin; select from notes order by at limit 1 for update');

  await run();
  await client.query('commit');

  expect(await notes()).toBe(1);
  await run();
  expect(await notes()).toBe(0);
});

test('a new partitioned table has its partitions before the first row, and drops them whole', async () => {
  await makeHits();
  const before = await partitions();
  expect(before).toHaveLength(6);
  await client.query(`create table hits_20200106 partition of hits
    for values from (first_id_at('2020-01-06Z')) to (first_id_at('2020-01-13Z'))`);
  await client.query(
    `insert into hits select first_id_at(at) from unnest(array['2020-01-07Z', '2020-03-03Z']::timestamptz[]) at`,
  );
  await client.query('insert into hits values (first_id_at(now()))');

  await run();

  expect(await partitions()).toEqual(before);
  expect((await client.query('select from hits')).rowCount).toBe(1);
});

test('what lies in the default partition is kept for as long as in a partition of its own', async () => {
  await makeHits();
  const start = `date_trunc('week', (now() - interval '14 days') at time zone 'UTC') at time zone 'UTC'`;
  await client.query(`insert into hits values (first_id_at(${start})), (first_id_at(${start} - interval '1 second'))`);

  await run();

  const { rows } = await client.query(`select id = first_id_at(${start}) as is_kept from hits`);
  expect(rows).toEqual([{ is_kept: true }]);
});

test('a table that fails does not keep the others, and the run fails', async () => {
  await makeHits();
  await makeNotes(8);
  await client.query('drop table hits');

  await expect(run()).rejects.toThrow('retention failed');

  expect(await notes()).toBe(0);
});

test('what has to happen first is waited for; if it fails, the table keeps its rows', async () => {
  await makeNotes(8);
  const days: number[] = [];

  await expect(run({ notes: () => Promise.reject(new Error('not yet')) })).rejects.toThrow('retention failed');
  expect(await notes()).toBe(1);
  await run({ notes: async (_ctx, settingDays) => void days.push(settingDays, await notes()) });

  expect(days).toEqual([0, 1]);
  expect(await notes()).toBe(0);
});

test('a setting that this version does not know keeps everything', async () => {
  await makeNotes(8);
  await client.query(
    `update retention_rules set keep = null, setting = 'OF_A_LATER_VERSION' where table_name = 'notes'`,
  );

  await run();

  expect(await notes()).toBe(1);
});

test('an expiring table needs an index on its key', async () => {
  await client.query('create table notes (at timestamptz not null)');

  const made = client.query(`select make_expiring_table('notes', 'at', '7 days')`);

  await expect(made).rejects.toThrow('notes needs an index that begins with at');
});

test('every rule of the product names a table, a column and a setting that exist', async () => {
  const { rows } = await client.query<{ setting: string | null }>('select * from retention_rules');

  await runSchedule(app, 'retention');

  expect(rows.length).toBeGreaterThan(10);
  for (const { setting } of rows)
    if (setting) expect(app.app.services.config).toHaveProperty(setting, expect.any(Number));
});

test('a worker deletes nothing but what a rule names, and the app nothing at all', async () => {
  const { dispatch } = instanceContext(app.app.services);
  await expect(dispatch('delete_old_rows', ['projects', 'created_at', 1, 10])).rejects.toThrow('no rows');
  await expect(dispatch('delete_old_rows', ['sessions', 'created_at', 1, 10])).rejects.toThrow('no rows');
  await makeNotes(5);
  expect(await dispatch('delete_old_rows', ['notes', 'at', 1, 10])).toEqual([{ delete_old_rows: '0' }]); // its rule counts
  for (const call of [`delete_old_rows('sessions', 'expires_at', 0, 1)`, `drop_old_partitions('events', 1)`]) {
    await client.query(`begin; set local role postrider_app`);
    await expect(client.query(`select ${call}`)).rejects.toThrow('permission denied');
    await client.query('rollback');
  }
});
