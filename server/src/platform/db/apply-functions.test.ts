import { Client } from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { copyDatabase, dropDatabase, urlOf } from '#testing';
import { applyFunctions, type ProgramSchema } from './apply-functions.ts';
import { asOwner } from './migrate.ts';

let name: string;
let client: Client;
let migrations: string[];

beforeEach(async () => {
  name = await copyDatabase(inject('templateDatabase'));
  client = new Client({ connectionString: urlOf(name) });
  await client.connect();
  migrations = (await client.query('select name from migrations')).rows.map((row) => String(row.name));
});
afterEach(async () => {
  await client.end();
  await dropDatabase(name);
});

/** A program with these files; the hash of a text is the text itself. */
const program = (files: Record<string, string>, more: Partial<ProgramSchema> = {}): ProgramSchema => ({
  version: '0.1.0',
  migrations,
  functions: Object.entries(files).map(([file, text]) => ({ name: file, text, hash: text })),
  ...more,
});
const returning = (value: number, called = 'one') =>
  `create or replace function ${called}() returns int language sql as $$ select ${value} $$;`;
const run = (schema: ProgramSchema) => asOwner(urlOf(name), (owner) => applyFunctions(owner, schema));
const call = async (called = 'one') => (await client.query(`select ${called}() as value`)).rows[0]?.value;

test('a changed text is applied again, an unchanged one is not', async () => {
  const [first, second] = [returning(1), returning(2)];
  const other = returning(7, 'other');
  expect(await run(program({ 'a/one': first, 'a/other': other }))).toEqual(['a/one', 'a/other']);
  expect(await run(program({ 'a/one': first, 'a/other': other }))).toEqual([]);
  await client.query(returning(9)); // not by a file, so that a second application would show

  expect(await run(program({ 'a/one': first, 'a/other': other }))).toEqual([]);
  expect(await call()).toBe(9);
  expect(await run(program({ 'a/one': second, 'a/other': other }))).toEqual(['a/one']);
  expect(await call()).toBe(2);
  expect(await run(program({ 'a/one': first, 'a/other': other }))).toEqual(['a/one']); // taken back in the source
  expect(await call()).toBe(1);
});

test('a failing file takes all others back with it', async () => {
  await run(program({ 'a/one': returning(1) }));

  const broken = run(
    program({ 'a/one': returning(2), 'b/two': 'create or replace function two() returns int nonsense' }),
  );

  await expect(broken).rejects.toThrow('server/sql/b/two.sql');
  expect(await call()).toBe(1);
  expect(await run(program({ 'a/one': returning(2) }))).toEqual(['a/one']);
});

test('a function may call one of a later file, but none that is not there', async () => {
  const caller = (called: string) =>
    `create or replace function caller() returns int language sql as $$ select ${called}() $$;`;

  await run(program({ 'a/caller': caller('one'), 'b/one': returning(1) }));
  const lost = run(program({ 'a/caller': caller('nowhere'), 'b/one': returning(1) }));

  await expect(lost).rejects.toThrow('nowhere() does not exist');
  expect(await call('caller')).toBe(1);
});

test('a result of another type is refused, so that the previous version goes on', async () => {
  await run(program({ 'a/one': returning(1) }));

  const changed = run(
    program({ 'a/one': `create or replace function one() returns text language sql as $$ select '' $$` }),
  );

  await expect(changed).rejects.toThrow('cannot change return type');
});

test('each file begins as the owner of the schema, and its function belongs to the role it takes', async () => {
  const asDispatch = `set local role postrider_dispatch;\n${returning(1)}`;

  await run(program({ 'a/one': asDispatch, 'a/other': returning(2, 'other') }));
  await run(program({ 'a/one': `${asDispatch}\n-- again`, 'a/other': returning(2, 'other') }));

  const { rows } = await client.query(
    `select proname, proowner::regrole::text as owner from pg_proc where proname in ('one', 'other') order by 1`,
  );
  expect(rows).toEqual([
    { proname: 'one', owner: 'postrider_dispatch' },
    { proname: 'other', owner: 'postrider_owner' },
  ]);
});

test('of two migrators one works and the other finds nothing left', async () => {
  const schema = program({ 'a/one': returning(1), 'a/other': returning(2, 'other') });

  const applied = await Promise.all([run(schema), run(schema)]);

  expect(applied.toSorted((a, b) => (a?.length ?? 0) - (b?.length ?? 0))).toEqual([[], ['a/one', 'a/other']]);
});

test('a program that does not know a migration of the database leaves its functions alone', async () => {
  const [old, recent] = [program({ 'a/one': returning(1) }), program({ 'a/one': returning(2) })];
  await run(old);
  await run(recent);

  expect(await run({ ...old, migrations: migrations.slice(0, -1) })).toBeNull();
  expect(await call()).toBe(2);
});

test.each([
  ['0.9.0', '0.10.0', null],
  ['1.2.3', '1.2.4', null],
  ['1.3.0', '1.2.4', ['a/one']],
  ['2.0.0', '1.10.0', ['a/one']],
])('version %s after version %s applies %j, though no migration tells them apart', async (mine, theirs, applied) => {
  await run(program({ 'a/one': returning(2), 'a/other': returning(2, 'other') }, { version: theirs }));

  expect(await run(program({ 'a/one': returning(1), 'a/other': returning(2, 'other') }, { version: mine }))).toEqual(
    applied,
  );
});

test('a file that was removed and comes back is applied, since its function may be gone', async () => {
  await run(program({ 'a/one': returning(1) }));
  await run(program({}));
  await client.query('drop function one');

  expect(await run(program({ 'a/one': returning(1) }))).toEqual(['a/one']);
  expect(await call()).toBe(1);
});
