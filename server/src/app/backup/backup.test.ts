import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Config } from '#platform/config';
import { bearer, clientOf } from '#testing';
import { readTexts, runStatements } from '#testing/database';
import { deliverySetup } from '#testing/delivery-setup';
import {
  nameOf,
  openProjectFixture,
  type ProjectFixture,
  requests,
  resourceBuilders,
  send,
} from '#testing/matrix/index';
import {
  copiesOf,
  each,
  elsewhere,
  givenPair,
  halfSent,
  pausedWorker,
  testFolder,
  waitingIn,
} from '#testing/restore-setup';
import { anotherProcess, type TestApp, testApp } from '#testing/test-app';
import { CommandRefused } from '../commands/command.ts';
import { migrate } from '../migrate.ts';
import { allRoutes } from '../routes.ts';
import { verifyBackup } from './backup-content.ts';
import { refuseOthers } from './refuse-others.ts';
import { restoreBackup } from './restore-backup.ts';
import { resumeSending } from './resume-sending.ts';
import { writeBackup } from './write-backup.ts';

vi.setConfig({ testTimeout: 240_000 }); // each migrates databases

const tablesOf = ({ DATABASE_URL }: Config): Promise<string[]> =>
  readTexts(DATABASE_URL, `select relname as value from pg_class where relnamespace = 'public'::regnamespace`);

/** Requests that fill tables besides those of the fixture. */
const filling = [
  'POST /v1/send',
  'POST /v1/track',
  'POST /uploads/image',
  'PATCH /contacts/:id',
  'POST /users/@me/password',
];

async function filledProject(app: TestApp): Promise<ProjectFixture> {
  const fixture = await openProjectFixture(app, 'own');
  for (const kind of Object.keys(resourceBuilders) as (keyof typeof resourceBuilders)[]) await fixture.make(kind);
  for (const route of allRoutes.filter((one) => filling.includes(nameOf(one)))) {
    const request = await requests[nameOf(route)]?.(fixture);
    expect((await send(route, fixture, request ?? {})).status, nameOf(route)).toBeLessThan(300);
  }
  const data = { odd: 'tab\t, line\n, \\N, \\., "quotes", \u{1f4ee}', none: null };
  expect((await app.as(fixture.project.secretKey).post('/contacts', { email: 'odd@example.com', data })).status).toBe(
    201,
  );
  // A partition of a month that no new database has.
  const { pool } = app.app.services.database;
  await pool.query(`create table events_202001 partition of events for values from ('2020-01-01Z') to ('2020-02-01Z')`);
  await pool.query(
    `insert into events select (jsonb_populate_record(e, '{"created_at":"2020-01-15T00:00:00Z"}')).* from events e limit 1`,
  );
  return fixture;
}

test('a restored database has the rows and checksums of every table, its uploads and its seals, and serves them', async () => {
  const stores = await testFolder();
  const app = await testApp({ STORAGE: 'disk', STORAGE_FOLDER: join(stores, 'first') });
  const { project } = await filledProject(app);
  const { config } = app.app.services;
  const path = join(stores, 'backup');

  const written = await writeBackup(config, path);
  const target = await elsewhere(config, { STORAGE_FOLDER: join(stores, 'second') });
  await restoreBackup(target, path);
  const again = await writeBackup(target, join(stores, 'again'));

  expect(again.end).toEqual(written.end);
  const filled = written.end.tables.filter(({ rows }) => rows > 0).map(({ name }) => name);
  expect(filled.length).toBeGreaterThan(30);
  expect(filled).toEqual(expect.arrayContaining(['users', 'contacts', 'emails', 'uploads', 'events', 'queue.job']));
  const ofOldMonth = 'select id::text as value from events_202001';
  expect(await readTexts(target.DATABASE_URL, ofOldMonth)).toEqual(await readTexts(config.DATABASE_URL, ofOldMonth));
  // As sealed as before: every table of a project is under forced row-level security, and its triggers work.
  const open = `select relname as value from pg_class where relrowsecurity and not relforcerowsecurity
                union all select tgname from pg_trigger where tgenabled = 'D'`;
  expect(await readTexts(target.DATABASE_URL, open)).toEqual([]);

  const [key = ''] = await readTexts(target.DATABASE_URL, 'select key as value from uploads');
  expect(again.end.files).toBeGreaterThan(0);
  const second = { STORAGE: 'disk', STORAGE_FOLDER: join(stores, 'second') };
  const restored = await anotherProcess({ databaseUrl: target.DATABASE_URL }, second);
  const client = clientOf(restored.url ?? '').with(bearer(project.secretKey));
  expect((await client.get(`/files/${key}`)).status).toBe(200);
  expect((await client.get('/contacts')).body).toEqual((await app.as(project.secretKey).get('/contacts')).body);
});

test('a backup that is cut off or changed at any place, or of another key, is refused before anything is written', async () => {
  const place = await testFolder();
  const app = await testApp();
  await app.given.project();
  const { config } = app.app.services;
  const path = join(place, 'backup');
  await writeBackup(config, path);
  const whole = await readFile(path);
  const target = await elsewhere(config);
  const refusals: string[] = [];
  const refusal = async (bytes: Buffer): Promise<void> => {
    await writeFile(join(place, 'bad'), bytes);
    const error = await restoreBackup(target, join(place, 'bad')).then(
      () => new Error('restored'),
      (thrown: Error) => thrown,
    );
    refusals.push(`${error.name}: ${error.message}`);
  };

  for (const part of [0, 0.1, 0.5, 0.9, 0.999]) await refusal(whole.subarray(0, Math.floor(whole.length * part)));
  for (const part of [0.01, 0.2, 0.5, 0.8, 0.99]) {
    const changed = Buffer.from(whole);
    const at = Math.floor(whole.length * part);
    changed[at] = (changed[at] ?? 0) ^ 0x10;
    await refusal(changed);
  }
  await refusal(Buffer.concat([whole, whole]));

  for (const line of refusals)
    expect(line).toMatch(/^CommandRefused: This (is no whole backup|backup was taken with another)/);
  const other = { ...target, SECRET_KEY: 'another-secret-of-at-least-32-characters' };
  await expect(restoreBackup(other, path)).rejects.toThrow(/another SECRET_KEY/);
  await expect(restoreBackup(target, join(place, 'nowhere'))).rejects.toThrow(/There is no file/);
  expect(await tablesOf(target)).toEqual([]);
  // With the old key in the list it opens.
  expect(await verifyBackup({ ...other, SECRET_KEYS_OLD: [config.SECRET_KEY] }, path)).toBeDefined();
});

test('a database that is in use, or not empty, is refused', async () => {
  const place = await testFolder();
  const app = await testApp();
  await app.given.project();
  const { config } = app.app.services;
  const path = join(place, 'backup');
  await writeBackup(config, path);

  const target = await elsewhere(config);
  const other = new Client({ connectionString: target.DATABASE_URL, application_name: 'a worker' });
  await other.connect();
  const refused = await restoreBackup(target, path).catch((error: Error) => error.message);
  await other.end();
  expect(refused).toBe('Others are connected to this database (a worker).');
  expect(await tablesOf(target)).toEqual([]);
  // Migrated, and a worker has run: only the rows of the backup are there afterwards.
  await migrate(target.DATABASE_URL);
  await runStatements(target.DATABASE_URL, 'insert into queue.job (name) select name from queue.queue limit 1');
  await restoreBackup(target, path);
  await expect(restoreBackup(target, path)).rejects.toThrow(/is not empty/);
  await expect(writeBackup(config, join(place, 'missing', 'backup'))).rejects.toThrow(/ENOENT/);
});

test('a backup of a database that was never migrated is refused in one line, and leaves no file', async () => {
  const folder = await testFolder();
  const empty = await elsewhere((await testApp()).app.services.config);

  const refused = await writeBackup(empty, join(folder, 'backup')).catch((error: unknown) => error);

  expect(refused).toBeInstanceOf(CommandRefused);
  expect(refused).toMatchObject({
    message: expect.stringMatching(/^.* not migrated, there is nothing to back up: run `postrider migrate`\.$/),
    suggestion: null,
  });
  expect(await readdir(folder)).toEqual([]);
});

test('a backup of a name that another one is writing leaves its file alone', async () => {
  const path = join(await testFolder(), 'backup');
  await writeFile(`${path}.part`, 'of another');
  const { config } = (await testApp()).app.services;

  const away = { ...config, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' };
  for (const one of [config, away]) await expect(writeBackup(one, path)).rejects.toThrow('is there already');

  expect(await readFile(`${path}.part`, 'utf8')).toBe('of another');
  await rm(`${path}.part`);
  await expect(writeBackup(away, path)).rejects.toThrow('ECONNREFUSED');
  expect(await readdir(dirname(path))).toEqual([]);
});

test('while a backup is written an instance can start, since its migrator has nothing to change', async () => {
  const path = join(await testFolder(), 'backup');
  const { config } = (await testApp()).app.services;
  const starts: Promise<void>[] = [];
  let [isWritten, wasWritten]: [boolean, boolean | null] = [false, null];
  const holder = new Client({ connectionString: config.DATABASE_URL });
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query('begin; lock table workflows in access exclusive mode'); // the backup cannot end
  const written = writeBackup(config, path, () => {
    if (starts.length > 0) return;
    const start = async () => {
      await migrate(config.DATABASE_URL);
      wasWritten = isWritten;
      await holder.query('rollback');
    };
    starts.push(start());
  }).then(() => {
    isWritten = true;
  });

  await written;
  await Promise.all(starts);

  expect(wasWritten).toBe(false);
});

test('a worker that starts during a restore waits for its end and is seen, and no file is put then', async () => {
  const stores = await testFolder();
  const app = await testApp({ STORAGE: 'disk', STORAGE_FOLDER: join(stores, 'first') });
  const fixture = await openProjectFixture(app, 'own');
  for (const route of allRoutes.filter((one) => nameOf(one) === 'POST /uploads/image'))
    expect((await send(route, fixture, (await requests[nameOf(route)]?.(fixture)) ?? {})).status).toBeLessThan(300);
  const { config } = app.app.services;
  const path = join(stores, 'backup');
  expect((await writeBackup(config, path)).end.files).toBe(1);
  const target = await elsewhere(config, { STORAGE_FOLDER: join(stores, 'second') });
  let reading: Promise<string[]> | undefined;
  const restored = restoreBackup(target, path, (line) => {
    if (line.startsWith('table '))
      reading ??= readTexts(target.DATABASE_URL, 'select backup_at::text as value from worker_pause');
  });

  await expect(restored).rejects.toThrow('Others are connected');

  expect(await reading).toEqual([]);
  expect(await readdir(join(stores, 'second')).catch(() => [])).toEqual([]);
  await restoreBackup(target, path);
  expect(await readdir(join(stores, 'second'))).not.toEqual([]);
});

test('a connection that ends while a restore looks for others does not hold it up', async () => {
  const { DATABASE_URL } = await elsewhere((await testApp()).app.services.config);
  const [own, other] = [0, 1].map(() => new Client({ connectionString: DATABASE_URL }));
  if (!own || !other) throw new Error('two clients');
  await Promise.all([own.connect(), other.connect()]);
  onTestFinished(() => own.end());
  await own.query('begin');
  let looks = 0;
  const query = async (text: string) => {
    if (text.includes('application_name')) looks += 1;
    if (looks === 2) await other.end();
    return own.query(text);
  };

  await refuseOthers({ query } as Pick<Client, 'query'>); // called with texts alone

  expect(looks).toBeGreaterThan(1);
});

test('after a move nothing leaves until sending is resumed, and then each mail leaves once', async () => {
  const setup = await deliverySetup({ DOUBT_WAIT_SECONDS: '0' });
  await halfSent(setup);
  const { config } = setup.app.app.services;
  const path = join(await testFolder(), 'backup');
  await writeBackup(config, path);
  const target = await elsewhere(config);
  await restoreBackup(target, path);
  await pausedWorker(target);

  expect([await waitingIn(target), copiesOf(setup)]).toEqual([4, each(['early'], ['receipt', 'offer'], 1)]);
  await resumeSending(target, { wasLost: false });

  await expect.poll(() => waitingIn(target), { timeout: 120_000 }).toBe(0);
  expect(copiesOf(setup)).toEqual(each(['early', 'late'], ['receipt', 'offer'], 1));
  await expect(resumeSending(target, { wasLost: false })).rejects.toThrow('Sending is not paused.');
});

test('after a loss mail that left since the backup is not sent again, but receipts once more with the same Message-ID', async () => {
  const setup = await deliverySetup({ DOUBT_WAIT_SECONDS: '0' });
  await halfSent(setup);
  const { config } = setup.app.app.services;
  const path = join(await testFolder(), 'backup');
  await writeBackup(config, path);
  setup.work();
  await setup.idle(); // the instance runs on after its backup, then it is lost
  const target = await elsewhere(config);
  await restoreBackup(target, path);
  await pausedWorker(target);

  await resumeSending(target, { wasLost: true });

  await expect.poll(() => waitingIn(target), { timeout: 120_000 }).toBe(0);
  expect(copiesOf(setup)).toEqual({
    ...each(['early'], ['receipt', 'offer'], 1),
    ...each(['late'], ['offer'], 1),
    ...each(['late'], ['receipt'], 2),
  });
  const ids = setup.relay.received
    .filter(({ to }) => to.some((address) => address.startsWith('late-receipt-0')))
    .map(({ message }) => /^message-id: (.*)$/im.exec(message.toString())?.[1]);
  expect(new Set(ids).size).toBe(1);
});

test('after a loss mail that was accepted since the restore leaves once, of every kind', async () => {
  const setup = await deliverySetup({ DOUBT_WAIT_SECONDS: '0' });
  const { config } = setup.app.app.services;
  const path = join(await testFolder(), 'backup');
  await writeBackup(config, path);
  const target = await elsewhere(config);
  await restoreBackup(target, path);
  const client = new Client({ connectionString: target.DATABASE_URL });
  await client.connect();
  await givenPair(client, setup.project.id, 'new');
  await client.end();
  await pausedWorker(target);

  await resumeSending(target, { wasLost: true });

  await expect.poll(() => waitingIn(target), { timeout: 120_000 }).toBe(0);
  expect(copiesOf(setup)).toEqual(each(['new'], ['receipt', 'offer'], 1));
  const doubted = 'select id::text as value from emails where unconfirmed or duplicate_possible';
  expect(await readTexts(target.DATABASE_URL, doubted)).toEqual([]);
});
