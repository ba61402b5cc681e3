import { expect, test } from 'vitest';
import { fixtureTree } from '../testing/fixture-tree.ts';
import { checkLayers, describeViolation } from './check-layers.ts';

const reportOn = async (tree: Record<string, string>): Promise<string[]> =>
  (await checkLayers(await fixtureTree(tree))).map(describeViolation);

const one = 'create or replace function one() returns int language sql as $$ select 1; -- drop function two;\n $$;';
const gate = 'server/sql/emails/one.sql';

test('a file of functions takes its role, replaces functions and gives their rights', async () => {
  const rights = 'revoke execute on function one from public;\ngrant execute on function one to postrider_worker;';
  const text = `-- drop function one;\nset local role postrider_dispatch;\n${one}\n${rights}\n`;

  expect(await reportOn({ [gate]: text })).toEqual([]);
});

test.each([
  ['drop function two;'],
  ['create function two() returns int language sql as $$ select 1 $$;'],
  ['create table two (id int);'],
  ['alter function one owner to postrider_dispatch;'],
  ['grant execute on function two to postrider_worker;'],
  ['grant execute on function one to public;'],
  ['set local role postrider_dispatch;'],
  ["do $$ begin execute 'drop function one'; end $$;"],
])('a file of functions holds no %s', async (statement) => {
  const found = await reportOn({ [gate]: `${one}\n${statement}` });

  expect(found).toEqual([
    `${gate}:3 sql-function: only create or replace function, its revoke from public and its grants, as postrider_dispatch if need be, not: ${statement.slice(0, -1)}`,
  ]);
});

test('a file is named after a function, in the folder of a feature, a platform module or a pure noun', async () => {
  const found = await reportOn({
    'server/src/platform/ids/new-id.ts': '',
    'server/src/pure/conditions/tree.ts': '',
    'server/sql/attic/one.sql': one,
    'server/sql/conditions/three.sql': one.replace('one()', 'three()'),
    'server/sql/contacts/two.sql': one.replace('one()', 'four()'),
    'server/sql/ids/five.sql': one.replace('one()', 'five()'),
  });

  expect(found).toEqual([
    'server/sql/attic/one.sql:1 sql-function: belongs in server/sql/<feature>',
    'server/sql/contacts/two.sql:1 sql-function: is not named after a function that it defines',
  ]);
});

test('a function is defined in one file', async () => {
  const found = await reportOn({
    [gate]: one,
    'server/sql/events/two.sql': `${one}\n${one.replace('one()', 'two()')}`,
  });

  expect(found).toEqual(['server/sql/events/two.sql:1 sql-function: one is defined in two files']);
});

test('a new migration defines no function but those that migrations call', async () => {
  const make = 'create or replace function make_log_table(name regclass) returns void language sql as $$ $$;';
  const found = await reportOn({
    'server/migrations/0039_old.sql': 'create function old() returns int language sql as $$ select 1 $$;',
    'server/migrations/0040_new.sql': `-- create function none()\n${make}\nCREATE FUNCTION fresh() returns int language sql as $$ select 1 $$;`,
  });

  expect(found).toEqual([
    'server/migrations/0040_new.sql:3 sql-function: fresh is code, not history: define it in server/sql/<feature>/fresh.sql',
  ]);
});

test('a function writes tables of its own folder only', async () => {
  const tables = `declare module '#platform/db' { interface Tables { contacts: ContactsTable } }`;
  const write = (name: string) =>
    `create or replace function ${name}() returns void language sql as $$ update contacts c set a = 1 $$;`;

  const found = await reportOn({
    'server/src/features/contacts/tables.ts': tables,
    'server/sql/contacts/touch.sql': write('touch'),
    [gate]: write('one'),
  });

  expect(found).toEqual([`${gate}:1 table-owner: contacts is written only by server/src/features/contacts`]);
});
