import { expect, onTestFinished, test, vi } from 'vitest';
import { signRecipientToken } from '#pure/recipient-tokens';
import { anotherProcess, clientOf, type Reply, testApp } from '#testing';
import { givenMails } from '#testing/given-mail';
import { lockWaits } from '#testing/lock-waits';
import { connect } from '#testing/spool-setup';
import { recipientKeys } from '../links/recipient-urls.ts';

test('two apps in one process share no batch: hits of one do not wait for those of the other', async () => {
  const app = await testApp();
  const other = await anotherProcess(app, {});
  const [client, locker] = [await connect(app.databaseUrl), await connect(app.databaseUrl)];
  onTestFinished(async () => {
    await locker.end();
    await client.end();
  });
  const { id: projectId } = await app.given.project();
  const [emailId = ''] = await givenMails(client, projectId, 1);
  const { rows } = await client.query('select handle from projects where id = $1', [projectId]);
  const token = signRecipientToken(
    { purpose: 'open', cell: '', handle: String(rows[0].handle), contactId: null, emailId, linkId: null },
    recipientKeys(app.app.services.config),
  );
  const waitForWaiting = (count: number) =>
    vi.waitFor(async () => expect(await lockWaits(client)).toBe(count), { timeout: 10_000 });
  await locker.query('begin');
  await locker.query('select from emails where id = $1 for update', [emailId]);

  const pixels: Promise<Reply>[] = [];
  for (const [index, url] of [app.url, app.url, other.url ?? ''].entries()) {
    pixels.push(clientOf(url).get(`/t/o/${token}.gif`)); // two is as many as one app records of a project at a time
    await waitForWaiting(index + 1);
  }

  await locker.query('commit');
  for (const { status } of await Promise.all(pixels)) expect(status).toBe(200);
});
