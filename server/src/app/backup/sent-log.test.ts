import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Config } from '#platform/config';
import { readTexts, runStatements } from '#testing/database';
import { type DeliverySetup, deliverySetup } from '#testing/delivery-setup';
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
import { until } from '#testing/until';
import { runApp } from '../run-app.ts';
import { isWhole } from './log-coverage.ts';
import { restoreBackup } from './restore-backup.ts';
import { resumeSending } from './resume-sending.ts';
import { reportSent } from './sent-report.ts';
import { writeBackup } from './write-backup.ts';

vi.setConfig({ testTimeout: 240_000 }); // each migrates databases

const kinds = ['receipt', 'offer'];

/** An instance with a sent log that runs on after a moment, and its database as tools of PostgreSQL restore it to that moment. */
async function wentBack(settings: Record<string, string> = {}): Promise<{ setup: DeliverySetup; target: Config }> {
  const setup = await deliverySetup({ DOUBT_WAIT_SECONDS: '0', SENT_LOG: await testFolder(), ...settings });
  await halfSent(setup);
  const { config } = setup.app.app.services;
  const path = join(await testFolder(), 'backup');
  await writeBackup(config, path);
  await givenPair(setup.client, setup.project.id, 'since');
  const worker = setup.work();
  await setup.idle();
  await worker.stop();
  const target = await elsewhere(config);
  await restoreBackup(target, path);
  await runStatements(target.DATABASE_URL, 'delete from worker_pause');
  return { setup, target };
}

const pausesIn = ({ DATABASE_URL }: Config): Promise<string[]> =>
  readTexts(DATABASE_URL, 'select paused_at::text as value from worker_pause');

async function runWorker(config: Config): Promise<void> {
  const app = await runApp(config, { api: false, worker: true });
  onTestFinished(() => app.stop());
}

test('a worker pauses sending when its log has mail that the database does not know, and what the log has is not sent again', async () => {
  const { setup, target } = await wentBack();
  await pausedWorker(target);
  const out = join(await testFolder(), 'left');

  const report = await reportSent(target, { out });
  const left = copiesOf(setup);
  const resumed = await resumeSending(target, { wasLost: true });
  await expect.poll(() => waitingIn(target), { timeout: 120_000 }).toBe(0);

  expect(left).toEqual(each(['early', 'late', 'since'], kinds, 1));
  expect(copiesOf(setup)).toEqual(left);
  expect(report).toMatchObject({
    findings: { lost: { mails: 4 }, waiting: { mails: 4 }, known: { mails: 4 }, doubtful: { mails: 0 } },
    log: { looked: 4, missing: 0, unwritten: 0, unreadable: 0 },
  });
  const lines = (await readFile(out, 'utf8')).trim().split('\n');
  expect(lines.map((line): string => JSON.parse(line).finding).toSorted()).toEqual([
    ...Array(4).fill('lost'),
    ...Array(4).fill('waiting'),
  ]);
  expect(await readFile(out, 'utf8')).not.toContain('@');
  expect(resumed).toMatchObject({ log: { takenAsSent: 4, unfinished: 0 }, rest: 'send' });
  const flagged = `select id::text as value from emails where unconfirmed or duplicate_possible or status <> 'SENT'`;
  expect(await readTexts(target.DATABASE_URL, flagged)).toEqual([]);
  // Settled: the next start does not pause, and new mail leaves.
  const client = new Client({ connectionString: target.DATABASE_URL });
  await client.connect();
  await givenPair(client, setup.project.id, 'new');
  await client.end();
  await runWorker(target);
  await expect.poll(() => waitingIn(target), { timeout: 120_000 }).toBe(0);
  expect([await pausesIn(target), copiesOf(setup)]).toEqual([[], each(['early', 'late', 'since', 'new'], kinds, 1)]);
});

/**
 * As the disaster finds it: a moment at which eight mails wait, four of which leave afterwards. Of the others one has begun to leave, as the
 * log has it, and its worker ended. The database is restored to that moment, and paused.
 */
async function partlyLeft() {
  const folder = await testFolder();
  const setup = await deliverySetup({ DOUBT_WAIT_SECONDS: '0', SENT_LOG: folder });
  await halfSent(setup);
  const { config } = setup.app.app.services;
  const path = join(await testFolder(), 'backup');
  await givenPair(setup.client, setup.project.id, 'held');
  await setup.client.query(`update deliveries set due_at = now() + interval '1 hour' where recipient like 'held-%'`);
  await writeBackup(config, path);
  const worker = setup.work();
  expect(await until(() => setup.relay.received.length === 8)).toBe(true);
  await worker.stop();
  const target = await elsewhere(config);
  await restoreBackup(target, path);
  const [begun = ''] = await readTexts(
    target.DATABASE_URL,
    `select id::text as value from deliveries where recipient = 'held-offer-0@example.com'`,
  );
  const step = { at: new Date().toISOString(), project: setup.project.id, email: begun, attempt: 1, state: 'begun' };
  const [file = ''] = await readdir(folder);
  await appendFile(join(folder, file), `${JSON.stringify(step)}\n`);
  await runStatements(target.DATABASE_URL, `update deliveries set due_at = now() where recipient like 'held-%'`);
  return { setup, target, file: join(folder, file) };
}

const flagsOf = ({ DATABASE_URL }: Config): Promise<string[]> =>
  readTexts(
    DATABASE_URL,
    `select recipient || case when duplicate_possible then ' repeated' when unconfirmed then ' unconfirmed' end as value
       from emails where unconfirmed or duplicate_possible order by 1`,
  );

test('what a whole log does not have is sent after a loss, and only what had begun to leave is in doubt', async () => {
  const { setup, target } = await partlyLeft();
  await pausedWorker(target);

  const report = await reportSent(target, {});
  const resumed = await resumeSending(target, { wasLost: true });
  await expect.poll(() => waitingIn(target), { timeout: 120_000 }).toBe(0);

  expect(report.findings).toMatchObject({ waiting: { mails: 4 }, unfinished: { mails: 1 }, lost: { mails: 0 } });
  expect(resumed).toMatchObject({ log: { takenAsSent: 4, unfinished: 1, looked: 4, missing: 0 }, rest: 'send' });
  const { 'held-offer-0@example.com': _begun, ...all } = each(['early', 'late', 'held'], kinds, 1);
  expect(copiesOf(setup)).toEqual(all);
  expect(await flagsOf(target)).toEqual(['held-offer-0@example.com unconfirmed']);
});

test('of a log that lacks mail that the database knows as sent, mail that it does not have is in doubt after a loss', async () => {
  const { setup, target, file } = await partlyLeft();
  const lines = (await readFile(file, 'utf8')).split('\n');
  await writeFile(file, lines.slice(8).join('\n')); // two for each of the first four mails
  await pausedWorker(target);

  const resumed = await resumeSending(target, { wasLost: true });
  await expect.poll(() => waitingIn(target), { timeout: 120_000 }).toBe(0);

  expect(resumed).toMatchObject({ log: { looked: 4, missing: 4 }, rest: 'doubt' });
  expect(copiesOf(setup)).toMatchObject({ ...each(['late'], kinds, 1), ...each(['held'], ['receipt'], 1) });
  expect(Object.keys(copiesOf(setup))).not.toContain('held-offer-1@example.com');
  expect(await flagsOf(target)).toEqual([
    ...[0, 1].map((index) => `held-offer-${index}@example.com unconfirmed`),
    ...[0, 1].map((index) => `held-receipt-${index}@example.com repeated`),
  ]);
});

test.each([
  [{ looked: 3, missing: 0, unwritten: 0, unreadable: 0 }, true],
  [{ looked: 0, missing: 0, unwritten: 0, unreadable: 0 }, false],
  [{ looked: 3, missing: 1, unwritten: 0, unreadable: 0 }, false],
  [{ looked: 3, missing: 0, unwritten: 1, unreadable: 0 }, false],
  [{ looked: 3, missing: 0, unwritten: 0, unreadable: 1 }, false],
])('of a log with %j it is %s that it is whole', (coverage, is) => {
  expect(isWhole(coverage)).toBe(is);
});

test('an operator may say what becomes of mail that the log does not have', async () => {
  const { setup, target } = await partlyLeft();
  await expect(resumeSending({ ...target, SENT_LOG: null }, { wasLost: true, rest: 'send' })).rejects.toThrow(
    /needs a sent log/,
  );
  await pausedWorker(target);

  const resumed = await resumeSending(target, { wasLost: true, rest: 'doubt' });
  await expect.poll(() => waitingIn(target), { timeout: 120_000 }).toBe(0);

  expect(resumed.rest).toBe('doubt');
  expect(Object.keys(copiesOf(setup))).not.toContain('held-offer-1@example.com');
});

test('the log has an attempt before its mail leaves, and says when a relay has refused it', async () => {
  const folder = await testFolder();
  const setup = await deliverySetup({ SENT_LOG: folder });
  setup.relay.script = { dot: '451 4.3.0 Later' };
  setup.work();
  const [id = ''] = await setup.mails(1);
  await setup.until(id, ({ delivery }) => expect(delivery.phase).toBeNull());
  expect(await until(async () => (await linesIn(folder)).length === 2)).toBe(true);

  expect((await linesIn(folder)).map((line) => JSON.parse(line))).toMatchObject([
    { email: id, attempt: 1, state: 'begun' },
    { email: id, attempt: 1, state: 'not-left' },
  ]);
});

/** Whole lines: the worker may be about to write the next one. */
const linesIn = async (folder: string): Promise<string[]> => {
  const [file] = await readdir(folder);
  return file === undefined ? [] : (await readFile(join(folder, file), 'utf8')).split('\n').slice(0, -1);
};

test('without its log a worker of a database that went back sends again what waited: the log is what stops it', async () => {
  const { setup, target } = await wentBack();

  await runWorker({ ...target, SENT_LOG: null });
  await expect.poll(() => waitingIn(target), { timeout: 120_000 }).toBe(0);

  expect(copiesOf(setup)).toMatchObject(each(['late'], kinds, 2));
});

test('a worker that runs while its database is replaced sends nothing before it has compared it, and goes on when nothing is missing', async () => {
  const setup = await deliverySetup({ DOUBT_WAIT_SECONDS: '0', SENT_LOG: await testFolder() });
  const replaced = (name: string): Promise<unknown> =>
    setup.client.query(
      `create or replace function server_start() returns text language sql stable as $$ select '${name}' $$`,
    );
  const { config } = setup.app.app.services;
  setup.work();
  await givenPair(setup.client, setup.project.id, 'first');
  await setup.idle();

  await replaced('a standby that has everything');
  await givenPair(setup.client, setup.project.id, 'second');
  await setup.idle();
  expect([await pausesIn(config), copiesOf(setup)]).toEqual([[], each(['first', 'second'], kinds, 1)]);

  // Restored to a moment before the second ones were accepted; the one of the third kind waits there.
  await setup.client.query(`delete from emails where recipient like 'second-%'`);
  await replaced('a restored server');
  await givenPair(setup.client, setup.project.id, 'third');
  expect(await until(async () => (await pausesIn(config)).length === 1)).toBe(true);
  expect(copiesOf(setup)).toEqual(each(['first', 'second'], kinds, 1));

  await resumeSending(config, { wasLost: false });
  await setup.idle();
  expect(copiesOf(setup)).toEqual(each(['first', 'second', 'third'], kinds, 1));
});

test('mail whose result was lost with its worker is no sign that the database went back', async () => {
  const setup = await deliverySetup({ DOUBT_WAIT_SECONDS: '300', SENT_LOG: await testFolder() });
  const { config } = setup.app.app.services;
  const first = setup.work();
  const [id = ''] = await setup.mails(1);
  await setup.idle();
  await first.stop();
  // As the gate left it: the worker died after it had written its line.
  await setup.client.query(`update emails set status = 'QUEUED', sent_at = null where id = $1`, [id]);
  await setup.client.query(
    `insert into deliveries (project_id, id, lane, due_at, type, recipient, sender_domain, expires_at, attempt, phase, committing_at)
     select project_id, id, 0, now(), type, recipient, 'acme.example', now() + interval '3 days', 1, 'COMMITTING', now() from emails where id = $1`,
    [id],
  );

  await runWorker(config);
  await setup.until(id, ({ delivery }) => expect(delivery.phase).toBe('UNKNOWN'));

  expect(await pausesIn(config)).toEqual([]);
  expect(await reportSent(config, { since: '2020-01-01T00:00:00Z' })).toMatchObject({
    findings: { doubtful: { mails: 1 }, lost: { mails: 0 }, waiting: { mails: 0 } },
  });
});

test('mail of projects that were reset or erased since is no sign either', async () => {
  const setup = await deliverySetup({ SENT_LOG: await testFolder() });
  const { config } = setup.app.app.services;
  const worker = setup.work();
  await givenPair(setup.client, setup.project.id, 'first');
  await setup.idle();
  await worker.stop();
  await setup.client.query('delete from emails');
  await setup.client.query('update projects set reset_at = now()');
  await runWorker(config);

  expect(await pausesIn(config)).toEqual([]);
  await setup.client.query('update projects set reset_at = null');
  await pausedWorker(config);
  expect(await pausesIn(config)).toHaveLength(1);
});

test('a report needs a folder, and a time where nothing is paused', async () => {
  const setup = await deliverySetup();
  const { config } = setup.app.app.services;

  const folder = await testFolder();
  await expect(reportSent(config, {})).rejects.toThrow(/--sent-log/);
  await expect(reportSent(config, { folder: `${folder}/nowhere` })).rejects.toThrow(/no folder/);
  await expect(reportSent(config, { folder })).rejects.toThrow(/not paused/);
  await expect(reportSent(config, { folder, since: 'noon' })).rejects.toThrow(/no time/);
});
