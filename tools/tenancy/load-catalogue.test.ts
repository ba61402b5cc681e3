import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { copyDatabase, dropDatabase, urlOf } from '../../server/testing/database.ts';
import { describeFault } from './fault.ts';
import { findFaults } from './find-faults.ts';
import { loadCatalogue } from './load-catalogue.ts';
import { isTenant } from './table-rules.ts';

let database: string;
let client: Client;

beforeAll(async () => {
  database = await copyDatabase(inject('templateDatabase'));
  client = new Client({ connectionString: urlOf(database) });
  await client.connect();
  // The watch that tests have is no part of the product.
  await client.query('drop schema subscription_watch cascade');
  await client.query('set role postrider_owner');
});

afterAll(async () => {
  await client.end();
  await dropDatabase(database);
});

/** Each test changes the schema inside a transaction that never commits. */
beforeEach(async () => {
  await client.query('begin');
  await client.query(`
    create table notes (project_id uuid, id uuid, body text, primary key (project_id, id));
    select make_tenant_table('notes');`);
  return async () => {
    await client.query('rollback');
  };
});

const faults = async (): Promise<string[]> => findFaults(await loadCatalogue(client)).map(describeFault);

/** The faults that the check reports after `statements` and not before them. */
async function faultsAfter(statements: string): Promise<string[]> {
  const before = await faults();
  await client.query(statements);
  return (await faults()).filter((fault) => !before.includes(fault));
}

test('the migrated database keeps projects apart', async () => {
  expect(await faults()).toEqual([]);
});

const partitionedLogs = `
  create table logs (project_id uuid, at date, primary key (project_id, at)) partition by range (at);
  select make_tenant_table('logs');
  create table logs_a partition of logs for values from ('2026-01-01') to ('2026-02-01');`;

test.each([
  ['a unique key that only includes other columns', 'create unique index u on notes (project_id, body) include (id)'],
  ["a view with the caller's rights", 'create view v with (security_invoker = true) as select * from notes'],
  ['a partition without grants', partitionedLogs],
  [
    'a foreign key that carries the project',
    'alter table notes add parent uuid, add foreign key (project_id, parent) references notes (project_id, id)',
  ],
  [
    'a dispatch function as it should be',
    `create function gate() returns int language sql security definer set search_path = public as 'select 1';
     revoke execute on function gate() from public;
     alter function gate() owner to postrider_dispatch`,
  ],
])('in the migrated database, %s is no fault', async (_behaviour, statements) => {
  expect(await faultsAfter(statements)).toEqual([]);
});

test.each([
  ['a dropped policy', 'drop policy tenant on notes', 'notes policy: no policy holds postrider_app to its project'],
  [
    'disabled row security',
    'alter table notes disable row level security',
    'notes row-security: row security is not enabled',
  ],
  [
    'unforced row security',
    'alter table notes no force row level security',
    'notes row-security: row security is not forced',
  ],
  [
    'an open policy',
    'alter policy tenant on notes using (true)',
    'notes policy: policy tenant lets postrider_app see every row',
  ],
  [
    'a unique key over all projects',
    'create unique index u on notes (id)',
    'notes unique-key: u does not start with project_id',
  ],
  [
    'a unique expression',
    'create unique index u on notes (lower(body))',
    'notes unique-key: u does not start with project_id',
  ],
  [
    'a table in no list',
    'create table strays (id int)',
    'strays list: has no project_id and is not in the list of tables without a project',
  ],
  [
    "a view with its owner's rights",
    'create view v as select * from notes',
    'v view: is a view without security_invoker',
  ],
  [
    'a granted partition',
    `${partitionedLogs} grant select on logs_a to postrider_app`,
    'logs_a partition: postrider_app has a grant on a partition without forced row security',
  ],
  [
    'a foreign key that crosses the project with another column',
    `alter table notes add constraint u unique (project_id, body), add parent text,
       add constraint fk foreign key (id, parent) references notes (project_id, body)`,
    'notes foreign-key: fk refers to notes without project_id on both sides',
  ],
  [
    'a dispatch function of the wrong owner',
    `create function gate() returns int language sql security definer set search_path = public as 'select 1';
     revoke execute on function gate() from public`,
    'gate() definer: is owned by postrider_owner, not postrider_dispatch',
  ],
])('in the migrated database, %s is a fault', async (_behaviour, statements, fault) => {
  expect(await faultsAfter(statements)).toEqual([fault]);
});

test('a function that searches any schema and is open to all has two faults', async () => {
  const found = await faultsAfter(`
    create function gate() returns int language sql security definer as 'select 1';
    alter function gate() owner to postrider_dispatch`);

  expect(found).toEqual(['gate() definer: does not set search_path', 'gate() definer: may be executed by public']);
});

test('for each tenant table the check fails when its policy or its row security is removed', async () => {
  const { relations } = await loadCatalogue(client);
  const tables = relations.filter((relation) => isTenant(relation) && relation.kind === 'table');

  for (const { name } of tables) await client.query(`alter table ${name} no force row level security`);
  const found = await faults();
  for (const { name } of tables) expect(found).toContain(`${name} row-security: row security is not forced`);

  for (const { name, policies } of tables) {
    const held = policies.filter(({ roles }) => roles.includes('postrider_app'));
    await client.query(held.map((policy) => `drop policy ${policy.name} on ${name}`).join(';'));
  }
  const foundAfter = await faults();
  for (const { name } of tables)
    expect(foundAfter).toContain(`${name} policy: no policy holds postrider_app to its project`);
});
