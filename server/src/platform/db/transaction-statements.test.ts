import { sql } from 'kysely';
import { serialize } from 'pg-protocol';
import { expect, onTestFinished, test, vi } from 'vitest';
import { testApp } from '#testing';
import { connect } from '#testing/spool-setup';
import { applySettings, sendNow, writeLater } from './client-dialect.ts';
import { isDatabaseAway } from './errors.ts';
import { type Database, type DatabaseOptions, openDatabase } from './pool.ts';
import { openTransaction } from './transaction.ts';

const scope = { role: 'postrider_app', projectId: null, isReadOnly: false } as const;
const reading = { ...scope, isReadOnly: true } as const;

async function setup(more: Partial<DatabaseOptions> = {}) {
  const app = await testApp();
  const database = openDatabase({ url: app.databaseUrl, size: 2, ...more });
  const owner = await connect(app.databaseUrl);
  await owner.query('create table notes (text text unique); grant all on notes to postrider_app');
  onTestFinished(async () => {
    await database.close();
    await owner.end();
  });
  const synced = vi.spyOn(serialize, 'sync');
  onTestFinished(() => synced.mockRestore());
  const notes = async (): Promise<string[]> =>
    (await owner.query('select text from notes order by text')).rows.map(({ text }) => text);
  return { database, owner, notes, trips: () => synced.mock.calls.length };
}

const insert = (text: string) => sql`insert into notes values (${text})`;

test.each([
  ['prepared', true],
  ['not prepared', false],
])(
  'the first statement brings the beginning along, and the commit the last ones (%s)',
  async (_name, preparedStatements) => {
    const { database, notes, trips } = await setup({ preparedStatements });
    const open = await openTransaction(database, scope);
    expect(trips()).toBe(0);

    const [one, two] = await Promise.all([
      sql<{ one: number }>`select 1 as one`.execute(open.db),
      sql<{ snakeCase: Date }>`select now() as snake_case`.execute(open.db),
    ]);
    expect(trips()).toBe(1);
    expect(one.rows).toEqual([{ one: 1 }]);
    expect(Math.floor(Number(two.rows[0]?.snakeCase))).toBe(open.now.getTime());

    const counts: number[] = [];
    writeLater(open.db, insert('a').compile(open.db), ({ rowCount }) => counts.push(rowCount));
    writeLater(open.db, insert('b').compile(open.db));
    await open.commit();

    expect([trips(), counts, await notes()]).toEqual([2, [1], ['a', 'b']]);
  },
);

test('what is left for later is sent before the next statement, in order, or when it is asked for', async () => {
  const { database, trips } = await setup();
  const open = await openTransaction(database, scope);
  const seen = async (): Promise<string[]> =>
    (await sql<{ text: string }>`select text from notes order by text`.execute(open.db)).rows.map(({ text }) => text);

  writeLater(open.db, insert('a').compile(open.db));
  expect(await seen()).toEqual(['a']);
  writeLater(open.db, insert('b').compile(open.db));
  await sendNow(open.db);
  expect(trips()).toBe(2);
  expect(await seen()).toEqual(['a', 'b']);
  await open.rollback();
});

test('a read is one round trip, sees what was committed before each of them, and cannot write', async () => {
  const { database, owner, trips } = await setup();
  const open = await openTransaction(database, reading);
  const count = async () => (await sql<{ count: string }>`select count(*) from notes`.execute(open.db)).rows[0]?.count;

  expect(await count()).toBe('0');
  await owner.query(`insert into notes values ('x')`);
  expect([await count(), trips()]).toEqual(['1', 2]);
  expect(() => writeLater(open.db as never, insert('y').compile(open.db))).toThrow('a read writes nothing');
  await expect(insert('y').execute(open.db)).rejects.toMatchObject({ code: '25006' });
  await open.rollback();
});

test('settings hold for every statement that follows, in reads and in writes, and for no other transaction', async () => {
  const { database } = await setup();
  const memoryOf = async (db: Parameters<typeof applySettings>[0]) =>
    (await sql<{ memory: string }>`select current_setting('work_mem') as memory`.execute(db)).rows[0]?.memory;
  for (const each of [scope, reading]) {
    const open = await openTransaction(database, each);
    applySettings(open.db, { work_mem: '32MB', jit: 'off' });
    expect([await memoryOf(open.db), await memoryOf(open.db)]).toEqual(['32MB', '32MB']);
    await open.commit();
  }
  const next = await openTransaction(database, scope);
  expect(await memoryOf(next.db)).not.toBe('32MB');
  await next.commit();
});

test('a write that fails with the commit fails the transaction as what it is, and the connection stays usable', async () => {
  const { database, owner, notes } = await setup();
  await owner.query(`insert into notes values ('taken')`);
  const open = await openTransaction(database, scope);
  await insert('new').execute(open.db);
  writeLater(open.db, insert('taken').compile(open.db));

  await expect(open.commit()).rejects.toMatchObject({ code: '23505' });
  await expect(sql`select 1`.execute(open.db)).rejects.toThrow('The transaction has ended.');
  expect(await notes()).toEqual(['taken']);
  expect(database.pool.idleCount).toBe(1);
});

test('a statement that fails fails those sent with it, and none of them is remembered as parsed', async () => {
  const { database } = await setup({ size: 1 });
  const divide = (by: number) => sql`select 1 / ${by}::int as result`;
  const later = sql<{ later: string }>`select 'later' as later`;
  for (let time = 0; time < 5; time += 1) {
    const open = await openTransaction(database, scope);
    const both = await Promise.allSettled([divide(0).execute(open.db), later.execute(open.db)]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await open.rollback();
  }
  const open = await openTransaction(database, scope);
  expect((await later.execute(open.db)).rows).toEqual([{ later: 'later' }]);
  await open.commit();
});

test('a table that changes under a prepared statement costs a repetition, not a connection that fails for ever', async () => {
  const { database, owner } = await setup({ size: 1 });
  const select = async (db: Database) => {
    const open = await openTransaction(db, scope);
    try {
      const { rows } = await sql`select * from notes`.execute(open.db);
      await open.commit();
      return rows;
    } catch (error) {
      await open.rollback(error);
      throw error;
    }
  };
  for (let time = 0; time < 5; time += 1) await select(database);
  await owner.query('alter table notes add column more int');

  await expect(select(database)).rejects.toThrow('cached plan must not change result type');
  expect(await select(database)).toEqual([]);
});

test('a connection that is lost between two statements fails the next one, and the error says that the database was away', async () => {
  const { database, owner, notes } = await setup();
  const isLost = new Promise((resolve) => database.pool.once('connect', (client) => client.once('end', resolve)));
  const open = await openTransaction(database, scope);
  await insert('a').execute(open.db);
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(open.db);
  await owner.query('select pg_terminate_backend($1, 5000)', [rows[0]?.pid]);
  await isLost;

  const error = await insert('b')
    .execute(open.db)
    .catch((caught: unknown) => caught);
  expect(error).toMatchObject({ message: expect.stringContaining('not queryable') });
  expect(isDatabaseAway(error)).toBe(true);
  await open.rollback(error);
  expect(await notes()).toEqual([]);
});
