import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase, writeLater } from '#platform/db';
import { testApp } from '#testing';
import { connect } from '#testing/spool-setup';
import type { ProjectId, ProjectTx } from './context.ts';
import { projectContext } from './make-contexts.ts';
import { ResultAfterCommit } from './result-after-commit.ts';

test.each([
  ['up to four of them are repeated', 4, true],
  ['the fifth is thrown', 5, false],
])('work that meets a real serialisation failure: %s (F40)', async (_name, clashes, succeeds) => {
  const { ctx, client, projectId } = await prepare();
  let tries = 0;
  const work = ctx.transaction(async ({ db }) => {
    tries += 1;
    await sql`select name from projects where id = ${projectId}`.execute(db);
    // Another transaction commits after our snapshot was taken.
    if (tries <= clashes) await client.query('update projects set updated_at = now() where id = $1', [projectId]);
    await sql`update projects set name = ${`try ${tries}`} where id = ${projectId}`.execute(db);
    return tries;
  });

  if (succeeds) expect(await work).toBe(clashes + 1);
  else await expect(work).rejects.toMatchObject({ code: '40001' });

  expect(tries).toBe(5);
  const { rows } = await client.query('select name from projects where id = $1', [projectId]);
  expect(rows[0].name === 'try 5').toBe(succeeds);
});

test('two transactions in a real deadlock: one is repeated, both are done once (F40)', async () => {
  const { ctx, client } = await prepare('read committed');
  await client.query('create table done (who text); grant all on done to postrider_app');
  let tries = 0;
  let waiting = 0;
  const both = Promise.withResolvers<void>();
  const lockBoth = (who: string, first: number, second: number): Promise<void> =>
    ctx.transaction(async ({ db }) => {
      tries += 1;
      await sql`select pg_advisory_xact_lock(${first})`.execute(db);
      waiting += 1;
      if (waiting === 2) both.resolve();
      await both.promise;
      await sql`select pg_advisory_xact_lock(${second})`.execute(db);
      await sql`insert into done values (${who})`.execute(db);
    });

  await Promise.all([lockBoth('a', 1, 2), lockBoth('b', 2, 1)]);

  expect(tries).toBe(3);
  expect((await client.query('select who from done order by who')).rows).toEqual([{ who: 'a' }, { who: 'b' }]);
});

test('work that asks for its moment before its first statement is begun again, even if it swallows the error', async () => {
  const { ctx, client } = await prepare('read committed');
  await client.query('create table moments (at timestamptz, now timestamptz); grant all on moments to postrider_app');
  let tries = 0;
  const hints: number[] = [];
  await ctx.transaction(async (tx) => {
    tries += 1;
    const time = tries;
    tx.afterCommit(() => hints.push(time));
    const moment = await Promise.resolve()
      .then(() => tx.now)
      .catch(() => new Date(0));
    await sql`insert into moments values (${moment}, date_trunc('milliseconds', now()))`.execute(tx.db);
  });

  const { rows } = await client.query('select at = now as is_same from moments');
  expect({ tries, hints, rows }).toEqual({ tries: 2, hints: [2], rows: [{ is_same: true }] });
  expect(await ctx.read(async ({ now }) => now.getTime())).toBeGreaterThan(Date.now() - 60_000);
});

test('a result that is made after the commit has the answers of the last statements', async () => {
  const { ctx, client } = await prepare('read committed');
  await client.query('create table counted (n int); grant all on counted to postrider_app');
  const result = await ctx.transaction(async ({ db }) => {
    let count = 0;
    const statement = sql`insert into counted select * from generate_series(1, 3)`.compile(db);
    writeLater(db, statement, ({ rowCount }) => {
      count = rowCount;
    });
    return new ResultAfterCommit(() => count);
  });

  expect(result).toBe(3);
});

test('what is left of work that was begun again writes nothing any more', async () => {
  const { ctx, client } = await prepare('read committed');
  await client.query('create table written (text text, by_role text); grant all on written to public');
  const write = (db: ProjectTx['db'], text: string) =>
    sql`insert into written select ${text}, current_user from pg_sleep(0.05)`.execute(db);

  await ctx.transaction(async (tx) => {
    await Promise.all([
      write(tx.db, 'first').then(() => write(tx.db, 'second')),
      new Promise((resolve) => setTimeout(resolve, 10)).then(() => tx.now),
    ]);
  });
  await new Promise((resolve) => setTimeout(resolve, 300));

  const { rows } = await client.query('select text, by_role as role from written order by text');
  expect(rows).toEqual([
    { text: 'first', role: 'postrider_app' },
    { text: 'second', role: 'postrider_app' },
  ]);
});

async function prepare(isolation = 'repeatable read') {
  const app = await testApp();
  const client = await connect(app.databaseUrl);
  const url = new URL(app.databaseUrl);
  url.searchParams.set('options', `-c default_transaction_isolation=${isolation.replace(' ', '\\ ')}`);
  const database = openDatabase({ url: url.href, size: 2 });
  onTestFinished(async () => {
    await database.close();
    await client.end();
  });
  const project = await app.given.project();
  const projectId = project.id as ProjectId; // of the project just made
  return { ctx: projectContext({ ...app.app.services, database }, projectId), client, projectId };
}
