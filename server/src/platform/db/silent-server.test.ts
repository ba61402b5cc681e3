import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { testApp } from '#testing';
import type { SilentProxy } from '#testing/silent-proxy';
import { startSilentProxy } from '#testing/silent-proxy';
import { callOnce } from './call-once.ts';
import { allowSeconds } from './client-dialect.ts';
import { CommitUnknown, isDatabaseAway } from './errors.ts';
import type { Database } from './pool.ts';
import { openDatabase } from './pool.ts';
import { openTransaction } from './transaction.ts';

const door = { role: 'postrider_worker', projectId: null, isReadOnly: false } as const;
const [quickMs, statementMs] = [1_500, 1_500];

test('F6 a call on a link that went silent fails in its time, and the next one finds the server again', async () => {
  const { proxy, database } = await setup();
  // Three links that nobody uses.
  const clients = await Promise.all([1, 2, 3].map(() => database.connect()));
  for (const client of clients) database.release(client);
  proxy.fallSilent();

  const error = await depths(database).catch((caught: unknown) => caught);
  expect(isDatabaseAway(error)).toBe(true);

  await Promise.all([depths(database), depths(database), depths(database)]); // none of them meets a dead link
});

test('F6 the begin of a transaction is as quick to fail', async () => {
  const { proxy, database } = await setup();
  database.release(await database.connect());
  proxy.fallSilent();

  await expect(openTransaction(database, door)).rejects.toSatisfy(isDatabaseAway);
  await (await openTransaction(database, door)).commit();
});

test('F6 a statement that is never answered ends with the limit, and its rollback waits for nobody', async () => {
  const { proxy, database } = await setup();
  const open = await openTransaction(database, door);
  proxy.fallSilent();

  const error = await sql`select 1`.execute(open.db).catch((caught: unknown) => caught);
  expect(isDatabaseAway(error)).toBe(true);
  const began = performance.now();
  await open.rollback(error);
  expect(performance.now() - began).toBeLessThan(2_000); // a rollback that is asked for takes 3 s to be given up
  expect(database.pool.totalCount).toBe(0);
});

test('F7 a commit that is never answered is unknown, never refused', async () => {
  const { proxy, database } = await setup();
  const open = await openTransaction(database, door);
  await sql`select 1`.execute(open.db);
  proxy.fallSilent();

  await expect(open.commit()).rejects.toBeInstanceOf(CommitUnknown);
});

test('F6 a server that became a standby is left: its links are not used again', async () => {
  const { proxy, database } = await setup();
  const open = await openTransaction(database, { ...door, isReadOnly: true });
  const error = await sql`create temporary table t ()`.execute(open.db).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code: '25006' });

  await open.rollback(error);
  await (await openTransaction(database, door)).commit();
  expect(proxy.links).toBe(2);
});

test('a transaction that is given more time has it, from PostgreSQL and from us', async () => {
  const { database } = await setup();
  const open = await openTransaction(database, door);
  await allowSeconds(open.db, 20);
  await sql`select pg_sleep(${(statementMs + 500) / 1_000})`.execute(open.db);
  await open.commit();

  const next = await openTransaction(database, door);
  const { rows } = await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(next.db);
  expect(rows).toEqual([{ limit: '30s' }]);
  const error = await sql`select pg_sleep(${(statementMs + 500) / 1_000})`.execute(next.db).catch((e: unknown) => e);
  expect(isDatabaseAway(error)).toBe(true);
  await next.rollback(error);
});

test('nobody asks PostgreSQL for more time without asking us', () => {
  const asking = sources().filter((file) => /set (local|session) statement_timeout/.test(textOf(file)));
  expect(asking).toEqual([]);
});

test('every connection of the server is opened with our limits', () => {
  const openers = sources().filter((file) => /new (Pool|PgBoss|Client)\(\{(?!\s*db,)/.test(textOf(file)));

  expect(openers.toSorted()).toEqual([
    'platform/db/migrate.ts',
    'platform/db/pool.ts',
    'platform/queue/queue.ts',
    'platform/spool/wake-calls.ts',
  ]);
  for (const file of openers) expect(textOf(file)).toMatch(/import \{[^}]*\blimits\b/);
});

const folder = join(import.meta.dirname, '../..');
const textOf = (file: string): string => readFileSync(join(folder, file), 'utf8');
const sources = (): string[] =>
  globSync('**/*.ts', { cwd: folder }).filter(
    (file) => !file.endsWith('.test.ts') && file !== join('app', 'dev.ts'), // a developer's own machine
  );

async function setup(): Promise<{ proxy: SilentProxy; database: Database }> {
  const app = await testApp();
  const proxy = await startSilentProxy(app.databaseUrl);
  const database = openDatabase({ url: proxy.url, size: 5, statementMs, quickMs });
  onTestFinished(async () => {
    await database.close();
    await proxy.close();
  });
  return { proxy, database };
}

const depths = (database: Database): Promise<unknown> => callOnce(database, 'postrider_worker', 'delivery_depths', []);
