import { once } from 'node:events';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { startTestApp } from '#testing';
import { freePort } from '#testing/free-port';
import { spawnRole } from '#testing/server-process';
import { openSubmissionSetup, SmtpSession, submissionSettings, submit } from '#testing/submission-setup';
import { until } from '#testing/until';

const message = 'From: hello@postrider.test\r\nSubject: x\r\nX-Postrider-Idempotency-Key: order-1\r\n\r\nhello\r\n';
const envelope = { from: 'a@example.com', to: ['ada@example.com'] };

test('a process that dies between the commit and its 250 leaves one mail, however often it is sent again (D-691)', async () => {
  const app = await startTestApp(inject('templateDatabase'), submissionSettings());
  onTestFinished(() => app.close());
  const { secretKey: key } = await app.given.project();
  const port = await freePort();
  const doomed = spawnRole('api', {
    ...submissionSettings(),
    ...{ SUBMISSION_PORT: String(port), SUBMISSION_TLS_PORT: '', PORT: '0', METRICS_PORT: '0', ENVIRONMENT: 'test' },
    ...{ BASE_URL: 'http://localhost:8080', DATABASE_URL: app.databaseUrl, LOG_LEVEL: 'silent' },
    ...{ SECRET_KEY: app.app.services.config.SECRET_KEY, CRASH_AT: 'idempotency.after-commit' },
  });
  const ended = once(doomed, 'exit');

  let first = { code: 0, text: 'ECONNREFUSED' };
  await until(async () => {
    first = await submit({ port, key }, { raw: message, envelope });
    return !first.text.includes('ECONNREFUSED');
  });
  expect((await ended)[1]).toBe('SIGKILL');
  expect(first.code).toBe(0);
  const again = { port: app.app.ports.submission ?? 0, key };
  const repeats = [await submit(again, { raw: message, envelope }), await submit(again, { raw: message, envelope })];

  expect(repeats.map(({ code }) => code)).toEqual([250, 250]);
  expect((await app.as(key).get('/emails')).body.total).toBe(1);
});

test('a stop lets a mail that is being accepted have its reply, and sends every other client away without an effect (D-689)', async () => {
  const setup = await openSubmissionSetup(inject('templateDatabase'));
  const { pool } = setup.app.services.database;
  const project = await setup.given.project();
  const sessions = await Promise.all(
    Array.from({ length: 3 }, () => SmtpSession.loggedIn(setup.tlsPort, project.secretKey)),
  );
  const [accepting, receiving, idle] = sessions as [SmtpSession, SmtpSession, SmtpSession];
  const locker = await pool.connect();
  await locker.query('begin');
  await locker.query('lock table emails in access exclusive mode');
  await accepting.beginMail('ada@example.com');
  accepting.write(`${message}.\r\n`);
  const waits = `select 1 from pg_locks where not granted and relation = 'emails'::regclass`;
  expect(await until(async () => (await locker.query(waits)).rowCount !== 0)).toBe(true);
  await receiving.beginMail('bob@example.com');
  receiving.write('From: hello@postrider.test\r\nSubject: half\r\n\r\nhalf');

  const stopped = setup.app.stop();
  expect(await receiving.reply()).toMatch(/^421 4\.3\.2/);
  expect(await idle.reply()).toMatch(/^421 4\.3\.2/);
  await locker.query('commit');
  const { rows } = await untilRow(() => locker.query('select subject from emails'));
  locker.release();

  expect(await accepting.reply()).toMatch(/^250 2\.0\.0/);
  await stopped;
  expect(rows).toEqual([{ subject: 'x' }]);
  await setup.close();
});

test('a connection whose time is over while a mail is being accepted closes after the reply (D-689)', async () => {
  const lifeSeconds = 4_321; // no other timer lasts as long
  const timers = vi.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => timers.mockRestore());
  const setup = await openSubmissionSetup(inject('templateDatabase'), {
    SUBMISSION_CONNECTION_SECONDS: String(lifeSeconds),
  });
  onTestFinished(() => setup.close());
  const project = await setup.given.project();
  const session = await SmtpSession.loggedIn(setup.tlsPort, project.secretKey);
  const [endLife] = timers.mock.calls.find(([, ms]) => ms === lifeSeconds * 1_000) ?? [];
  const locker = await setup.app.services.database.pool.connect();
  await locker.query('begin');
  await locker.query('lock table emails in access exclusive mode');
  await session.beginMail('ada@example.com');
  session.write(`${message}.\r\n`);
  const waits = `select 1 from pg_locks where not granted and relation = 'emails'::regclass`;
  expect(await until(async () => (await locker.query(waits)).rowCount !== 0)).toBe(true);

  (endLife as () => void)(); // as the clock would
  await new Promise((resolve) => setImmediate(resolve));
  await locker.query('commit');
  locker.release();

  expect(await session.reply()).toMatch(/^250 2\.0\.0/);
  expect(await session.reply()).toBe('');
  expect(session.isClosed).toBe(true);
});

/** Asks until there is a row. */
async function untilRow<T extends { rows: unknown[] }>(ask: () => Promise<T>): Promise<T> {
  let found = await ask();
  await until(async () => {
    found = await ask();
    return found.rows.length > 0;
  });
  return found;
}
