import { expect, onTestFinished, test, vi } from 'vitest';
import { instanceContext } from '#platform/context';
import { SharedSession } from '#platform/db';
import { bearer, clientOf, testApp } from '#testing';
import { endTogether, startDatabaseLink } from '#testing/database-link';
import { type ServerProcess, startServer } from '#testing/server-process';
import { type SessionWatch, watchSessions } from '#testing/session-watch';
import { until } from '#testing/until';
import { poolerCheck } from './doctor/database-checks.ts';
import { migrate } from './migrate.ts';
import { startRefusal } from './start-refusal.ts';

vi.setConfig({ testTimeout: 180_000 }); // starts a process

interface Watched {
  readonly watch: SessionWatch;
  readonly server: ServerProcess;
  readonly secretKey: string;
}

/** A process without prepared statements, one of whose two addresses of the database is watched. */
async function startWatched(watched: 'DATABASE_URL' | 'DATABASE_DIRECT_URL'): Promise<Watched> {
  const app = await testApp();
  const watch = await watchSessions(app.databaseUrl);
  onTestFinished(() => watch.close());
  const { secretKey } = await app.given.project();
  const server = await startServer('all', {
    ENVIRONMENT: 'test',
    HOST: '127.0.0.1',
    SECRET_KEY: app.app.services.config.SECRET_KEY,
    LOG_LEVEL: 'silent',
    DATABASE_PREPARED_STATEMENTS: 'false',
    DATABASE_URL: app.databaseUrl,
    DATABASE_DIRECT_URL: app.databaseUrl,
    [watched]: watch.url,
  });
  onTestFinished(() => server.stop());
  return { watch, server, secretKey };
}

test('without prepared statements a process needs no session: a pooler may pass its connections on after each transaction', async () => {
  const { watch, server, secretKey } = await startWatched('DATABASE_URL');
  const client = clientOf(server.url, bearer(secretKey));
  const mail = { to: 'ada@example.com', from: 'hello@postrider.test', subject: 'Hello', body: '<p>Hello</p>' };

  const { status } = await client.post('/v1/send', mail);
  const hasArrived = await until(async () => (await client.get('/inbox/wait?to=ada@example.com')).status === 200);

  expect([status, hasArrived]).toEqual([200, true]);
  expect(watch.statements).toBeGreaterThan(50);
  expect([...watch.startupParameters].toSorted()).toEqual(['application_name', 'client_encoding', 'database', 'user']);
  expect([...watch.statementNames]).toEqual([]);
  expect([...watch.sessionTexts]).toEqual([]);
});

test('notifications are received and migrations made by DATABASE_DIRECT_URL', async () => {
  const { watch } = await startWatched('DATABASE_DIRECT_URL');

  expect(await until(() => watch.sessionTexts.has('listen postrider_wake'))).toBe(true);
  expect([...watch.sessionTexts]).toContain('set role postrider_owner');
});

/** As a pooler in session mode does: each client has a session for itself, and is told another number of it. */
async function startSessionPooler(databaseUrl: string): Promise<string> {
  const keyData = Buffer.from([0x4b, 0, 0, 0, 12]); // BackendKeyData: number and secret
  const link = await startDatabaseLink(databaseUrl, (incoming, open) => {
    const outgoing = open();
    let isChanged = false;
    endTogether(incoming, outgoing);
    incoming.pipe(outgoing);
    outgoing.on('data', (chunk: Buffer) => {
      const at = isChanged ? -1 : chunk.indexOf(keyData);
      isChanged ||= at >= 0;
      if (at >= 0) chunk.writeInt32BE(-1, at + keyData.length);
      incoming.write(chunk);
    });
  });
  onTestFinished(() => link.close());
  return link.url;
}

test('a pooler is seen by doctor, and one in session mode may migrate', async () => {
  const { app, databaseUrl } = await testApp();
  const pooled = await startSessionPooler(databaseUrl);
  const seenWith = async (DATABASE_URL: string, DATABASE_DIRECT_URL: string | null) => {
    const config = { ...app.services.config, DATABASE_URL, DATABASE_DIRECT_URL };
    const [finding] = await poolerCheck.run(instanceContext({ ...app.services, config }));
    return `${finding?.status}: ${finding?.seen}`;
  };

  expect(await seenWith(databaseUrl, null)).toBe('pass: DATABASE_URL leads to the database itself.');
  expect(await seenWith(pooled, null)).toBe('warn: DATABASE_URL leads to a pooler.');
  expect(await seenWith(pooled, pooled)).toBe('fail: DATABASE_DIRECT_URL leads to a pooler.');
  expect(await seenWith(pooled, databaseUrl)).toBe(
    'pass: DATABASE_URL leads to a pooler, DATABASE_DIRECT_URL to the database itself.',
  );
  expect(await migrate(pooled)).toEqual([]);
});

test('a migration over a session that others get is refused with the setting that helps', () => {
  expect(startRefusal(new SharedSession())).toEqual({
    line: 'The connection leads to a pooler in transaction mode. Migrations and backups need a session: set DATABASE_DIRECT_URL to the database itself.',
    code: 78,
  });
});
