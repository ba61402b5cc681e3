import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { instanceContext } from '#platform/context';
import { finding, runChecks } from '#platform/doctor';
import { adminUrl, newName, runStatements } from '#testing/database';
import { givenSender } from '#testing/given-mail';
import { startScriptedSmtp } from '#testing/scripted-smtp';
import { type TestApp, testApp } from '#testing/test-app';
import { databaseCheck } from './database-checks.ts';
import { examine } from './examine.ts';

/** What doctor says about each thing, by its id. */
async function findingsOf({ app }: TestApp, offsetMs = 0) {
  const services = { ...app.services, clock: { now: () => new Date(Date.now() + offsetMs) } };
  const { status, checks } = await examine(instanceContext(services));
  return { status, byId: Object.fromEntries(checks.map((check) => [check.id, check])) };
}

test('settings of the database that lose a 200 in a power cut are a failure (D-1044)', async () => {
  const app = await testApp();
  const name = new URL(app.databaseUrl).pathname.slice(1);
  const { pool } = app.app.services.database;
  expect((await findingsOf(app)).byId['database.migrations']).toMatchObject({ status: 'pass' });

  await pool.query(`alter database ${name} set synchronous_commit = off`);

  const { status, byId } = await findingsOf(app);
  expect(status).toBe('fail');
  expect(byId['database.durability']).toMatchObject({
    group: 'database',
    status: 'fail',
    // Others may be off as well: the server of the tests need not be durable.
    seen: expect.stringMatching(/^synchronous_commit (and .+ are|is) off: a 200 may be lost in a power cut\.$/),
    action: expect.stringMatching(/^Set synchronous_commit (and .+ )?to on/),
  });
  await pool.query(`alter database ${name} set synchronous_commit = on`);
  expect((await findingsOf(app)).byId['database.durability']?.seen).not.toMatch(/synchronous_commit\b.* off:/);
});

test('a statement that waits for a lock and an old transaction are seen', async () => {
  const app = await testApp();
  const [holder, waiter] = [0, 1].map(() => new Client({ connectionString: app.databaseUrl }));
  if (!holder || !waiter) throw new Error('two clients');
  await Promise.all([holder.connect(), waiter.connect()]);
  onTestFinished(async () => {
    await holder.end();
    await waiter.end();
  });
  await holder.query('begin');
  await holder.query('lock table users');
  const waiting = waiter.query('select from users').catch(() => {});

  const seen = async () => (await findingsOf(app)).byId['database.locks'];
  await expect.poll(async () => (await seen())?.seen, { timeout: 60_000 }).toMatch(/waited for a lock for/);
  await holder.query('rollback');
  await waiting;
  expect(await seen()).toMatchObject({ status: 'pass' });
});

test('a login that sees no sessions of others counts connections all the same, and does not say how old transactions are', async () => {
  const app = await testApp();
  const { services } = app.app;
  const login = newName();
  await runStatements(adminUrl(), `create role ${login} login password 'weak'`);
  onTestFinished(() => runStatements(adminUrl(), `drop role ${login}`));
  const url = new URL(app.databaseUrl);
  [url.username, url.password] = [login, 'weak'];
  const config = { ...services.config, DATABASE_URL: url.href };
  const holder = new Client({ connectionString: app.databaseUrl });
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query('begin');

  const findings = await databaseCheck.run(instanceContext({ ...services, config }));
  const byId = Object.fromEntries(findings.map((one) => [one.id, one]));

  expect(byId['database.transactions']).toMatchObject({
    status: 'unknown',
    seen: expect.stringMatching(/^The login in DATABASE_URL does not see the transactions of \d+ sessions\.$/),
  });
  const used = Number(/^(\d+) of \d+ connections/.exec(byId['database.connections']?.seen ?? '')?.[1]);
  expect(used).toBeGreaterThan(1); // its own, and at least that of the holder
});

test('a relay that refuses the login is named with its reply and what to do', async () => {
  const relay = await startScriptedSmtp({ greeting: '535 5.7.8 Authentication credentials invalid' });
  onTestFinished(() => relay.close());
  const app = await testApp({ MAIL_RELAYS: `${relay.url},smtp://nowhere.invalid:25` });

  const { byId } = await findingsOf(app);

  expect(byId[`mail-out.relay:127.0.0.1:${relay.port}`]).toMatchObject({
    group: 'mail-out',
    status: 'fail',
    seen: expect.stringContaining('535'),
  });
  expect(byId['mail-out.relay:nowhere.invalid:25']).toMatchObject({
    status: 'fail',
    seen: expect.stringContaining('failed at "name"'),
    action: 'Check the host name of the relay.',
  });
  expect(byId['mail-feedback.bounce-host']).toMatchObject({
    status: 'warn',
    seen: expect.stringContaining('BOUNCE_HOST'),
  });
  relay.script = {};
  expect((await findingsOf(app)).byId[`mail-out.relay:127.0.0.1:${relay.port}`]).toMatchObject({ status: 'pass' });
});

test('a clock that is behind or ahead of the database is reported by how much', async () => {
  const app = await testApp();
  const drift = async (offsetMs: number) => (await findingsOf(app, offsetMs)).byId['clock.drift'];

  expect(await drift(-94_000)).toMatchObject({
    status: 'fail',
    seen: expect.stringMatching(/^The clock is 9[34] s behind the database\.$/),
  });
  expect(await drift(3_600_000)).toMatchObject({
    status: 'fail',
    seen: expect.stringContaining('s ahead of the database'),
  });
  expect(await drift(0)).toMatchObject({ status: 'pass' });
});

test('a missing worker, an old waiting mail and an old doubt are seen', async () => {
  const app = await testApp();
  const project = await app.given.project();
  const { pool } = app.app.services.database;
  expect((await findingsOf(app)).byId['queue.worker']).toMatchObject({
    status: 'fail',
    action: expect.stringContaining('postrider worker'),
  });
  await pool.query('update queue.version set cron_on = now()');
  expect((await findingsOf(app)).byId['queue.worker']).toMatchObject({ status: 'pass' });
  await pool.query(`update queue.version set cron_on = now() - interval '10 minutes'`);
  expect((await findingsOf(app)).byId['queue.worker']).toMatchObject({
    status: 'fail',
    seen: expect.stringContaining('60'),
  });

  const { status } = await app.as(project.secretKey).post('/v1/send', {
    to: 'ada@example.com',
    from: 'hello@postrider.test',
    subject: 'Hello',
    body: '<p>Hello</p>',
  });
  expect(status).toBe(200);
  expect((await findingsOf(app)).byId['queue.waiting:transactional']).toMatchObject({ status: 'pass' });
  await pool.query(`update deliveries set due_at = now() - interval '4 minutes'`);
  expect((await findingsOf(app)).byId['queue.waiting:transactional']).toMatchObject({
    status: 'fail',
    seen: 'The oldest transactional mail waits 4 min (normal: 1 s). Mails due: 1.',
  });
  expect((await findingsOf(app)).byId['queue.doubts']).toMatchObject({ status: 'pass', seen: 'No mail is in doubt.' });
  await pool.query(`update deliveries set phase = 'UNKNOWN', unknown_at = now() - interval '1 hour'`);
  expect((await findingsOf(app)).byId['queue.doubts']).toMatchObject({
    status: 'warn',
    seen: 'Mails in doubt: 1, the oldest for 60 min.',
  });
});

test('a verified domain whose records are gone, that has no DMARC record or an old key, is named', async () => {
  const app = await testApp();
  const project = await app.given.project();
  const { pool } = app.app.services.database;
  await givenSender(pool, project.id, 'acme.example');
  await pool.query(`update domains set dmarc_policy = 'none'`);
  expect((await findingsOf(app)).byId['domains.records']).toMatchObject({ status: 'pass' });

  await pool.query(`update domains set at_risk_since = '2026-03-01 09:10+00', dmarc_policy = null`);
  await pool.query(`update domain_keys set created_at = '2020-01-02'`);

  const { byId } = await findingsOf(app);
  expect(byId['domains.records:acme.example']).toMatchObject({
    status: 'fail',
    seen: expect.stringMatching(/^acme\.example: .*gone since 2026-03-01 09:10 UTC\.$/),
  });
  expect(byId['domains.dmarc:acme.example']).toMatchObject({ status: 'warn' });
  expect(byId['domains.key:acme.example']).toMatchObject({
    status: 'warn',
    seen: expect.stringContaining('2020-01-0'),
  });
});

test('notices of Amazon SES that do not come although mail has left are seen', async () => {
  const topic = 'arn:aws:sns:eu-west-1:123456789012:postrider-mail';
  const ses = JSON.stringify([
    { kind: 'ses', region: 'eu-west-1', accessKeyId: 'a', secretAccessKey: 'b', endpoint: 'https://127.0.0.1:1' },
  ]);
  const app = await testApp({ MAIL_RELAYS: ses, SES_SNS_TOPIC_ARNS: topic });
  const { pool } = app.app.services.database;
  const notices = async () => (await findingsOf(app)).byId['mail-feedback.notices'];

  const leave = (relay: string) =>
    pool.query(
      `insert into delivery_channels (id, relay, seen_at) values (gen_random_uuid(), $1, now() - interval '20 minutes')`,
      [relay],
    );

  expect(await notices()).toMatchObject({ status: 'pass' });
  await leave('own-ses:eu-west-1'); // Amazon SES of a project, whose notices are the project's
  expect(await notices()).toMatchObject({ status: 'pass' });
  await leave('ses:eu-west-1');
  expect(await notices()).toMatchObject({
    status: 'fail',
    seen: 'Mail left through Amazon SES 20 min ago, and no notice has come since.',
  });
  await pool.query(
    `insert into sns_messages (id, state, received_at) values ('${crypto.randomUUID()}', 'DONE', now())`,
  );
  expect(await notices()).toMatchObject({ status: 'pass' });

  const deaf = await testApp({ MAIL_RELAYS: ses });
  expect((await findingsOf(deaf)).byId['mail-feedback.notices']).toMatchObject({
    status: 'fail',
    seen: expect.stringContaining('SES_SNS_TOPIC_ARNS is empty'),
  });
});

test('an address that opens nowhere else, and a proxy that is not known, are seen', async () => {
  const local = await testApp({ BASE_URL: 'http://localhost:3000' });
  expect((await findingsOf(local)).byId['network.address']).toMatchObject({
    status: 'warn',
    seen: 'BASE_URL is http://localhost:3000: links in mail will not open elsewhere.',
  });
  const behind = await testApp({ BASE_URL: 'https://mail.invalid' });
  const { byId } = await findingsOf(behind);
  expect(byId['network.address']).toMatchObject({ status: 'pass' });
  expect(byId['network.proxies']).toMatchObject({ status: 'warn', action: expect.stringContaining('TRUSTED_PROXIES') });
  expect(byId['network.certificate']).toMatchObject({ status: 'unknown' });
});

test('a folder that cannot be written to is seen, and nothing is left in one that can', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'doctor-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const good = await testApp({ STORAGE: 'disk', STORAGE_FOLDER: folder });
  expect((await findingsOf(good)).byId['storage.files']).toMatchObject({ status: 'pass' });

  await writeFile(join(folder, 'file'), '');
  const bad = await testApp({ STORAGE: 'disk', STORAGE_FOLDER: join(folder, 'file') });
  expect((await findingsOf(bad)).byId['storage.files']).toMatchObject({
    status: 'fail',
    seen: expect.stringContaining('Nothing can be kept in the folder'),
  });
});

test('a check that hangs or fails is unknown, and holds up no other', async () => {
  const clock = { now: () => new Date() };
  const good = finding('good', 'why').pass('well');
  const found = await runChecks(
    [
      { id: 'hung', group: 'queue', why: 'why', run: () => new Promise(() => {}) },
      { id: 'broken', group: 'database', why: 'why', run: () => Promise.reject(new Error('no route')) },
      { id: 'good', group: 'version', why: 'why', run: async () => [good] },
    ],
    (check) => check.run(undefined as never),
    clock,
    50,
  );

  expect(found.map(({ id, status, seen }) => [id, status, seen])).toEqual([
    ['broken', 'unknown', 'The check could not be made: no route'],
    ['hung', 'unknown', 'The check did not end within 0.05 s.'],
    ['good', 'pass', 'well'],
  ]);
});
