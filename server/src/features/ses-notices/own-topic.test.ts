import { expect, test } from 'vitest';
import { givenMails } from '#testing/given-mail';
import { sesNotice } from '#testing/ses-notice';
import { sesSetup } from '#testing/ses-setup';

const elsewhere = 'arn:aws:sns:eu-west-1:999999999999:operator';

/** An instance that sends by its own relays, and a project that sends by its own Amazon SES and has named the topic. */
async function setupOfProject(settings: Record<string, string> = {}) {
  const setup = await sesSetup({ MAIL_RELAYS: '', SES_SNS_TOPIC_ARNS: elsewhere, ...settings });
  const name = (topicArn: string | undefined) =>
    setup.project.owner.client.put(`/projects/${setup.project.id}/provider`, {
      ...{ type: 'ses', region: 'eu-west-1', accessKeyId: 'AKIAOWN', secretAccessKey: 'own-secret', topicArn },
    });
  expect(await name(setup.sns.topic)).toMatchObject({ status: 200, body: { settings: { topicArn: setup.sns.topic } } });
  return { ...setup, name };
}

test('notices of the topic that a project named count for its own mail, once (D-1114)', async () => {
  const setup = await setupOfProject();
  const id = await setup.sent();
  const message = setup.sns.notification(sesNotice('Bounce', { projectId: setup.project.id, emailId: id }));

  const replies = [await setup.post(message), await setup.post(message)];

  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  expect(await setup.email(id)).toMatchObject({ status: 'BOUNCED', bounce_type: 'Permanent' });
  expect(await setup.rows('select state from sns_messages')).toEqual([{ state: 'DONE' }]);
});

test('they change nothing of a neighbour, and nothing of them is kept (D-1114)', async () => {
  const setup = await setupOfProject();
  const neighbour = await setup.app.given.project();
  const [theirs = ''] = await givenMails(setup.client, neighbour.id, 1);
  await setup.rows(`update emails set status = 'SENT', attempts = 1, sent_at = now() where id = $1`, [theirs]);
  const forged = sesNotice('Complaint', { projectId: neighbour.id, emailId: theirs });
  const unknown = sesNotice('Bounce', { projectId: crypto.randomUUID(), emailId: theirs });

  for (const text of [forged, unknown, 'no notice at all', '{"eventType":"Brand New"}']) {
    expect(await setup.notify(text)).toMatchObject({ status: 200 });
  }
  expect(await setup.post(setup.sns.sign(setup.sns.fields('UnsubscribeConfirmation')))).toMatchObject({ status: 200 });

  expect(await setup.email(theirs)).toMatchObject({ status: 'SENT' });
  expect(await setup.rows('select from sns_messages')).toEqual([]);
});

test('a notice of an email that its project does not have is not parked: parked notices of others are tried in their turn', async () => {
  const setup = await setupOfProject();
  const notice = sesNotice('Bounce', { projectId: setup.project.id, emailId: crypto.randomUUID() });

  expect(await setup.notify(notice)).toMatchObject({ status: 200 });

  expect(await setup.rows('select state, body from sns_messages')).toEqual([{ state: 'DONE', body: null }]);
});

test('messages of topics that nobody named are refused by address beyond a number, those of named topics are not counted', async () => {
  const max = 20;
  const setup = await setupOfProject({ OPEN_CALLS_PER_ADDRESS: String(max) });
  const foreign = JSON.stringify({ TopicArn: 'arn:aws:sns:eu-west-1:111111111111:nobody' });
  const statuses: number[] = [];

  for (let n = 0; n < max; n += 1) expect(await setup.notify('named')).toMatchObject({ status: 200 });
  for (let n = 0; n <= max; n += 1) statuses.push((await setup.post(foreign)).status);

  expect(statuses).toEqual([...Array(max).fill(404), 429]);
});

test('its subscription is confirmed, and once the project names it no more its messages are refused', async () => {
  const setup = await setupOfProject();
  const confirmation = setup.sns.sign(setup.sns.fields('SubscriptionConfirmation'));
  expect(await setup.post(confirmation)).toMatchObject({ status: 200 });
  expect(setup.sns.confirmed).toHaveLength(1);

  await setup.name(undefined);

  const id = await setup.sent();
  const notice = sesNotice('Bounce', { projectId: setup.project.id, emailId: id });
  expect(await setup.notify(notice)).toMatchObject({ status: 404 });
  expect(await setup.email(id)).toMatchObject({ status: 'SENT' });
});
