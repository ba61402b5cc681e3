import { expect, onTestFinished, test, vi } from 'vitest';
import { deliverySetup } from '#testing/delivery-setup';
import { givenPair, testFolder } from '#testing/restore-setup';
import { runCommand } from '../commands/run-command.ts';
import { sendingCommands } from './sending-commands.ts';

async function ran(args: readonly string[], isTTY = false) {
  let [out, err] = ['', ''];
  const code = await runCommand(sendingCommands, args, {
    stdout: { isTTY, write: (text) => (out += text) },
    stderr: { isTTY, write: (text) => (err += text) },
  });
  return { code, out, err };
}

test('sending is paused, what has left is reported, and sending goes on, each as JSON or as lines for a person', async () => {
  const folder = await testFolder();
  const setup = await deliverySetup({ SENT_LOG: folder });
  const { DATABASE_URL, SECRET_KEY, BASE_URL } = setup.app.app.services.config;
  for (const [name, value] of Object.entries({ DATABASE_URL, SECRET_KEY, BASE_URL })) vi.stubEnv(name, value);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const worker = setup.work();
  await givenPair(setup.client, setup.project.id, 'first');
  await setup.idle();
  await worker.stop();
  await setup.client.query(`delete from emails where recipient like 'first-offer-%'`);

  const [paused, again] = [await ran(['pause-sending']), await ran(['pause-sending'], true)];
  const report = await ran(['sent-report', '--sent-log', folder]);
  const shown = await ran(['sent-report', '--sent-log', folder, '--since', '2020-01-01T00:00:00Z'], true);
  const wrong = await ran(['resume-sending', '--lost', '--moved']);
  const both = await ran(['resume-sending', '--lost', '--send-rest', '--doubt-rest']);
  const elsewhere = await ran(['resume-sending', '--lost', '--sent-log', `${folder}/not-mounted`]);
  const resumed = await ran(['resume-sending', '--lost', '--sent-log', folder]);
  const late = await ran(['resume-sending', '--lost']);

  const newest = (await setup.client.query('select max(created_at) as at from emails')).rows[0].at.toISOString();
  expect(JSON.parse(paused.out)).toEqual({ sending: 'paused', wasPaused: false, restoredTo: newest });
  expect(again).toMatchObject({ code: 0, out: expect.stringMatching(/^Sending was paused before\./) });
  expect(JSON.parse(report.out)).toMatchObject({
    findings: { lost: { mails: 2 }, known: { mails: 2 }, waiting: { mails: 0 } },
    log: { looked: 2, missing: 0, unwritten: 0, unreadable: 0 },
  });
  expect(shown.out).toMatch(/^Since 2020-01-01T00:00:00\.000Z:\n {2}2 mails have left, and the database has no record/);
  expect(wrong).toMatchObject({ code: 2, out: '' });
  expect(elsewhere).toMatchObject({ code: 1, err: expect.stringContaining('There is no folder') });
  expect(both).toMatchObject({ code: 2, out: '' });
  expect(shown.out).toMatch(
    /The sent log: it has all of 2 mails that the database knows as sent\. --lost sends what waits/,
  );
  expect(JSON.parse(resumed.out)).toMatchObject({
    sending: 'resumed',
    sentLog: { takenAsSent: 0, unfinished: 0 },
    rest: 'send',
  });
  expect(late).toMatchObject({ code: 1, err: 'Sending is not paused.\n' });
}, 120_000);
