import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDatabase, dropDatabase, urlOf } from '#testing';
import { asOwner, asReadingOwner, runMigrations } from './migrate.ts';

let name: string;
let directory: string;
let other: Client;

beforeEach(async () => {
  name = await createDatabase();
  directory = await mkdtemp(join(tmpdir(), 'migrations-'));
  other = new Client({ connectionString: urlOf(name) });
  await other.connect();
});
afterEach(async () => {
  await other.end();
  await dropDatabase(name);
  await rm(directory, { recursive: true });
});

const write = (file: string, text: string) => writeFile(join(directory, file), text);
const run = (attempts?: number) =>
  asOwner(urlOf(name), (client) => runMigrations(client, directory, attempts ? { attempts } : {}));
const indexes = async () =>
  (
    await other.query(
      `select indexrelid::regclass::text as name, indisvalid from pg_index where indrelid = 'things'::regclass`,
    )
  ).rows;

test('a migration that waits for a lock lets others pass and tries again', async () => {
  await write('0001_things.sql', 'create table things (id int)');
  await run();
  await write('0002_more.sql', 'alter table things add column more int');
  await other.query('begin; select 1 from things');
  const begun = performance.now();

  const upgrade = run();
  await new Promise((done) => setTimeout(done, 1_000));
  const passing = new Client({ connectionString: urlOf(name) });
  await passing.connect();
  await passing.query('select 1 from things'); // queues behind the migration until that gives up its lock request
  const waited = performance.now() - begun;
  await passing.end();
  await other.query('commit');

  expect(await upgrade).toEqual(['0002_more']);
  expect(waited).toBeLessThan(20_000);
  expect(await run()).toEqual([]);
}, 60_000);

test('a migrator waits for a backup only when it has something to change', async () => {
  await write('0001_things.sql', 'create table things (id int)');
  await run();
  let upgrade: Promise<string[]> | undefined;

  const seen = await asReadingOwner(urlOf(name), async (client) => {
    const nothing = await run();
    await write('0002_more.sql', 'create table other_things (id int)');
    upgrade = run();
    const asked = new Set<number>();
    await vi.waitFor(
      async () => {
        const { rows } = await other.query<{ at: Date }>(
          `select query_start as at from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
              and query like '%pg_try_advisory_lock%'`,
        );
        for (const { at } of rows) asked.add(at.getTime());
        expect(asked.size).toBeGreaterThan(2); // again and again
      },
      { timeout: 60_000, interval: 30 },
    );
    const { rows } = await client.query(`select to_regclass('other_things') is null as is_absent`);
    return [nothing, rows[0].is_absent];
  });

  expect(seen).toEqual([[], true]);
  expect(await upgrade).toEqual(['0002_more']);
}, 120_000);

test('it gives up in the end, keeps what was done before, and can be run again', async () => {
  await write('0001_things.sql', 'create table things (id int)');
  await run();
  await write('0002_other.sql', 'create table other_things (id int)');
  await write('0003_more.sql', 'alter table things add column more int');
  await other.query('begin; select 1 from things');

  await expect(run(1)).rejects.toThrow('did not get a lock');
  await other.query('commit');

  expect(await run()).toEqual(['0003_more']);
}, 60_000);

test('a marked file runs outside of a transaction, so that an index can be created while others write', async () => {
  await write('0001_things.sql', 'create table things (id int)');
  await write(
    '0002_index.sql',
    `-- without transaction
-- Run again after a failure: it left an index that does not count.
drop index concurrently if exists things_id;
create index concurrently things_id
  on things (id);
`,
  );

  expect(await run()).toEqual(['0001_things', '0002_index']);
  expect(await indexes()).toEqual([{ name: 'things_id', indisvalid: true }]);
});

test('an index that is created concurrently waits for a long writer instead of failing, and blocks no others', async () => {
  await write('0001_things.sql', 'create table things (id int)');
  await run();
  await write('0002_index.sql', '-- without transaction\ncreate index concurrently things_id on things (id);\n');
  await other.query('begin; insert into things values (1)');

  const upgrade = run();
  await new Promise((done) => setTimeout(done, 4_500)); // longer than a lock is waited for otherwise
  await other.query('insert into things values (2); commit');

  expect(await upgrade).toEqual(['0002_index']);
  expect(await indexes()).toEqual([{ name: 'things_id', indisvalid: true }]);
}, 60_000);

test('of two migrators one works and the other finds nothing left', async () => {
  await write('0001_things.sql', 'create table things (id int); select pg_sleep(0.5)');

  const applied = await Promise.all([run(), run()]);

  expect(applied.flat()).toEqual(['0001_things']);
});

test('a migrator that waits for its turn does not hold up an index that the other creates concurrently', async () => {
  await write('0001_things.sql', 'create table things (id int)');
  await write('0002_pause.sql', 'select pg_sleep(1)');
  await write('0003_index.sql', '-- without transaction\ncreate index concurrently things_id on things (id);\n');

  const applied = await Promise.all([run(), run()]);

  expect(applied.flat()).toEqual(['0001_things', '0002_pause', '0003_index']);
}, 30_000);
