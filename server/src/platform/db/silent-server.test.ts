import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { testApp } from '#testing';
import { type SilentProxy, startSilentProxy } from '#testing/silent-proxy';
import { callOnce } from './call-once.ts';
import { allowSeconds } from './client-dialect.ts';
import { CommitUnknown, isDatabaseAway } from './errors.ts';
import { type Database, type DatabaseOptions, openDatabase } from './pool.ts';
import { openTransaction } from './transaction.ts';

const scope = { role: 'postrider_worker', projectId: null, isReadOnly: false } as const;
const [quickMs, statementMs] = [1_500, 1_500];

test('a call on a silently lost connection fails within its timeout, and the next one reaches the server again (F6)', async () => {
  const { proxy, database } = await setup();
  // Three idle connections.
  const clients = await Promise.all([1, 2, 3].map(() => database.connect()));
  for (const client of clients) database.release(client);
  proxy.fallSilent();

  const error = await depths(database).catch((caught: unknown) => caught);
  expect(isDatabaseAway(error)).toBe(true);

  await Promise.all([depths(database), depths(database), depths(database)]); // none of them uses a dead connection
});

test('a transaction on a connection that was silent for a while fails as soon, before its first statement (F6)', async () => {
  const { proxy, database } = await setup({ silentMs: 0, statementMs: 60_000 });
  database.release(await database.connect());
  proxy.fallSilent();

  await expect(openTransaction(database, scope)).rejects.toSatisfy(isDatabaseAway);
  const next = await openTransaction(database, scope);
  await sql`select 1`.execute(next.db);
  await next.commit();
});

test('a statement without a reply ends with the timeout, and its rollback does not wait (F6)', async () => {
  const { proxy, database } = await setup();
  const open = await openTransaction(database, scope);
  await sql`select 1`.execute(open.db);
  proxy.fallSilent();

  const error = await sql`select 1`.execute(open.db).catch((caught: unknown) => caught);
  expect(isDatabaseAway(error)).toBe(true);
  const began = performance.now();
  await open.rollback(error);
  expect(performance.now() - began).toBeLessThan(2_000); // a rollback that is sent would take 3 s to time out
  expect(database.pool.totalCount).toBe(0);
});

test('a commit without a reply is unknown, never refused (F7)', async () => {
  const { proxy, database } = await setup();
  const open = await openTransaction(database, scope);
  await sql`select 1`.execute(open.db);
  proxy.fallSilent();

  await expect(open.commit()).rejects.toBeInstanceOf(CommitUnknown);
});

test('connections to a server that became a standby are not reused (F6)', async () => {
  const { proxy, database } = await setup();
  const open = await openTransaction(database, { ...scope, isReadOnly: true });
  const error = await sql`create temporary table t ()`.execute(open.db).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code: '25006' });

  await open.rollback(error);
  const next = await openTransaction(database, scope);
  await sql`select 1`.execute(next.db);
  await next.commit();
  expect(proxy.links).toBe(2);
});

test('a raised timeout holds for PostgreSQL and for our own limit', async () => {
  const { database } = await setup();
  const open = await openTransaction(database, scope);
  allowSeconds(open.db, 20);
  await sql`select pg_sleep(${(statementMs + 500) / 1_000})`.execute(open.db);
  await open.commit();

  const next = await openTransaction(database, scope);
  const { rows } = await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(next.db);
  expect(rows).toEqual([{ limit: '30s' }]);
  const error = await sql`select pg_sleep(${(statementMs + 500) / 1_000})`.execute(next.db).catch((e: unknown) => e);
  expect(isDatabaseAway(error)).toBe(true);
  await next.rollback(error);
});

test('no code raises the timeout of PostgreSQL without raising ours', () => {
  const asking = sources().filter((file) => /set (local|session) statement_timeout/.test(textOf(file)));
  expect(asking).toEqual([]);
});

test('every connection to PostgreSQL is opened with our limits', () => {
  const openers = sources().filter((file) => /new (Pool|PgBoss|Client)\(\{(?!\s*db,)/.test(textOf(file)));

  expect(openers.toSorted()).toEqual([
    'app/doctor/database-checks.ts',
    'app/move-project/both-databases.ts',
    'platform/db/migrate.ts',
    'platform/db/pool.ts',
    'platform/db/shared-session.ts',
    'platform/notifications/listen.ts',
    'platform/queue/queue-database.ts',
  ]);
  for (const file of openers) expect(textOf(file)).toMatch(/import \{[^}]*\blimits\b/);
});

const folder = join(import.meta.dirname, '../..');
const textOf = (file: string): string => readFileSync(join(folder, file), 'utf8');
const sources = (): string[] =>
  globSync('**/*.ts', { cwd: folder }).filter(
    (file) => !file.endsWith('.test.ts') && file !== join('app', 'dev.ts'), // a developer's own machine
  );

async function setup(more: Partial<DatabaseOptions> = {}): Promise<{ proxy: SilentProxy; database: Database }> {
  const app = await testApp();
  const proxy = await startSilentProxy(app.databaseUrl);
  const database = openDatabase({ url: proxy.url, size: 5, statementMs, quickMs, ...more });
  onTestFinished(async () => {
    await database.close();
    await proxy.close();
  });
  return { proxy, database };
}

const depths = (database: Database): Promise<unknown> => callOnce(database, 'postrider_worker', 'delivery_depths', []);
