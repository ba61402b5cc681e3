import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Database, openDatabase, openTransaction, type TransactionScope } from '#platform/db';
import { newId } from '#platform/ids';
import { addParcels, connect, copyDatabase, createParcels, dropDatabase, parcels, urlOf } from '#testing';

let name: string;
let database: Database;

beforeAll(async () => {
  name = await copyDatabase(inject('templateDatabase'));
  await createParcels(urlOf(name));
  database = openDatabase({ url: urlOf(name), size: 2 });
});

afterAll(async () => {
  await database.close();
  await dropDatabase(name);
});

async function tryAs(role: TransactionScope['role'], projectId: string | null, statement: string): Promise<unknown> {
  const open = await openTransaction(database, { role, projectId, isReadOnly: false });
  try {
    return Number((await sql.raw(statement).execute(open.db)).numAffectedRows);
  } finally {
    await open.rollback();
  }
}

const calls = [
  `select * from spool_find_${parcels}('{0}', '{0}', '{${newId()}}', 1)`,
  `select * from spool_claim_${parcels}('0', '{${newId()}}', '{0}', '{${newId()}}', 1, '${newId()}', 45)`,
  `select spool_complete_${parcels}('{}', '{}', '{}')`,
  `select spool_postpone_${parcels}('{}', '{}', '{}', '{}', '{}', '{}')`,
  `select spool_renew_${parcels}('{}', '{}', '{}', 45)`,
  `select * from spool_reap_${parcels}(0)`,
];

test.each(calls)('the worker role may call %s, the app role may not', async (call) => {
  await expect(tryAs('postrider_worker', null, call)).resolves.toBeDefined();
  await expect(tryAs('postrider_app', newId(), call)).rejects.toThrow(/permission denied/);
});

test('the worker role cannot read or write the table itself', async () => {
  await expect(tryAs('postrider_worker', null, `select id from ${parcels}`)).rejects.toThrow(/permission denied/);
  await expect(tryAs('postrider_worker', null, `delete from ${parcels}`)).rejects.toThrow(/permission denied/);
});

test('the app role sees the rows of its own project only', async () => {
  const owner = await connect(urlOf(name));
  const [own, foreign] = [newId(), newId()];
  await addParcels(owner, own, 2);
  await addParcels(owner, foreign, 3);
  await owner.end();

  expect(await tryAs('postrider_app', own, `select id from ${parcels}`)).toBe(2);
  expect(await tryAs('postrider_app', own, `delete from ${parcels} where project_id = '${foreign}'`)).toBe(0);
});

test('the dispatch functions fix their search path and belong to a role that owns nothing else of ours', async () => {
  const owner = await connect(urlOf(name));
  const { rows } = await owner.query(
    `select proname, prosecdef, proowner::regrole::text as owner, proconfig[1] as path
       from pg_proc where proname like 'spool\\_%\\_${parcels}'`,
  );
  const { rows: owned } = await owner.query(
    `select relname from pg_class where relowner = 'postrider_dispatch'::regrole and relkind = 'r'`,
  );
  await owner.end();

  expect(rows).toHaveLength(6);
  for (const row of rows) {
    expect(row).toMatchObject({
      prosecdef: true,
      owner: 'postrider_dispatch',
      path: 'search_path=pg_catalog, pg_temp',
    });
  }
  expect(owned).toEqual([]);
});

test('the dispatch role reads the columns of the spool and no others', async () => {
  const owner = await connect(urlOf(name));
  await owner.query(
    `set role postrider_owner; alter table ${parcels} add column if not exists secret text; reset role`,
  );

  await owner.query('set role postrider_dispatch');
  await expect(owner.query(`select secret from ${parcels}`)).rejects.toThrow(/permission denied/);
  await expect(owner.query(`select id, due_at, fence from ${parcels}`)).resolves.toBeDefined();
  await owner.end();
});

test('the functions can be created again by the role that owns them', async () => {
  const owner = await connect(urlOf(name));

  await owner.query(`set role postrider_dispatch; select make_spool_functions('${parcels}')`);

  await owner.end();
});
