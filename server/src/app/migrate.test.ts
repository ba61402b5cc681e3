import { Client } from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { instanceContext } from '#platform/context';
import { startTestApp, type TestApp } from '#testing';
import { isMigrated, migrate } from './migrate.ts';

let app: TestApp;
let client: Client;

beforeEach(async () => {
  app = await startTestApp(inject('templateDatabase'));
  client = new Client({ connectionString: app.databaseUrl });
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await app.close();
});

const isReady = () => isMigrated(instanceContext(app.app.services));

/** Functions by signature, with everything that a file of `server/sql` can change. */
async function functions(): Promise<Map<string, string>> {
  const { rows } = await client.query<{ signature: string; facts: string }>(
    `select p.oid::regprocedure::text as signature,
            concat_ws(' ', proowner::regrole, prosecdef, proconfig, provolatile, (select array_agg(a::text order by a::text)
              from unnest(coalesce(proacl, acldefault('f', proowner))) a), pg_get_functiondef(p.oid)) as facts
       from pg_proc p where pronamespace = 'public'::regnamespace and prokind = 'f'
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  );
  return new Map(rows.map(({ signature, facts }) => [signature, facts]));
}

test('a function that is missing comes from its file with the owner and the rights it had', async () => {
  const { rows } = await client.query<{ name: string }>(`select split_part(name, '/', 2) as name from sql_functions`);
  const before = await functions();
  const ours = [...before.keys()].filter((signature) => rows.some(({ name }) => signature.startsWith(`${name}(`)));
  await client.query(`drop function ${ours.join(', ')} cascade`);
  await client.query('update sql_functions set is_current = false');

  await migrate(app.databaseUrl);

  expect(ours.length).toBeGreaterThanOrEqual(rows.length);
  expect(await functions()).toEqual(before);
});

test('a process is ready when its functions were applied, whatever came after, or when a newer version was there', async () => {
  const gate = `name = 'emails/gate_deliveries'`;
  expect(await isReady()).toBe(true);
  await client.query(`update sql_functions set is_current = false where ${gate}`);
  await client.query(`insert into sql_functions values ('emails/gate_deliveries', 'other', '0.1.0', true, now())`);
  expect(await isReady()).toBe(true);

  await client.query(`delete from sql_functions where ${gate} and hash <> 'other'`);
  expect(await isReady()).toBe(false);

  await client.query(`update sql_functions set version = '9.0.0' where ${gate}`);
  expect(await isReady()).toBe(true);
});

test('a program beside a newer database leaves its functions and says so', async () => {
  await client.query(`update sql_functions set hash = 'later' where name = 'emails/gate_deliveries'`);
  await client.query(`insert into migrations (name, run_on) values ('9999_later', now())`);
  const lines: string[] = [];

  expect(await migrate(app.databaseUrl, (line) => lines.push(line))).toEqual([]);

  expect(lines).toEqual(['A newer version has migrated this database: its functions stay.']);
  expect(await isReady()).toBe(true);
});
