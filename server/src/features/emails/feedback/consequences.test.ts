import { randomUUIDv7 } from 'node:crypto';
import { expect, test } from 'vitest';
import { type NoticeContent, noticeSetup } from '#testing/notice-setup';
import type { EmailId, EmailType } from '../email.ts';

const at = (second: number): Date => new Date(Date.UTC(2026, 0, 2, 0, 0, second));
const bounce = (bounceType: 'Permanent' | 'Transient', isAboutAddress: boolean): NoticeContent => ({
  kind: 'bounce',
  at: at(1),
  bounceType,
  isAboutAddress,
  diagnostic: '550 5.1.1 Nobody',
});
const complaint: NoticeContent = { kind: 'complaint', at: at(1), feedbackType: 'abuse' };
const click = (link: string, isFirstOfLink = true): NoticeContent => ({
  kind: 'click',
  at: at(2),
  link,
  isFirstOfLink,
});

test('both kinds of bounce are final; only a permanent one about the address suppresses and unsubscribes (D-634, M7, D-418, D-640)', async () => {
  const setup = await noticeSetup();
  const [transient, policy, address] = await threeMails(setup);

  await setup.notify(transient, bounce('Transient', true));
  await setup.notify(policy, bounce('Permanent', false));
  expect(await suppressions(setup)).toEqual([]);
  await setup.notify(address, bounce('Permanent', true));

  const rows = [await setup.email(transient), await setup.email(policy), await setup.email(address)];
  expect(rows.map((row) => `${row.status} ${row.bounce_type}`)).toEqual([
    'BOUNCED Transient',
    'BOUNCED Permanent',
    'BOUNCED Permanent',
  ]);
  const listed = { email: rows[2].recipient, reason: 'BOUNCE', blocks: 'ALL', email_id: address };
  expect(await suppressions(setup)).toEqual([listed]);
  expect(await unsubscribed(setup)).toEqual([
    { contact_id: rows[2].contact_id, data: { source: 'feedback', reason: 'bounce', emailId: address } },
  ]);
  const events = await setup.client.query(
    `select data from events where name = 'email.bounce' and email_id = any($1)`,
    [[transient, address]],
  );
  expect(events.rows.map(({ data }) => ({ type: data.bounceType, mark: data.transientBounce }))).toEqual(
    expect.arrayContaining([
      { type: 'Transient', mark: true },
      { type: 'Permanent', mark: undefined },
    ]),
  );
});

test('a bounce that turns out to be about the address suppresses, whatever notices came before', async () => {
  const setup = await noticeSetup();
  const [id] = await threeMails(setup);

  await setup.notify(id, bounce('Transient', false));
  await setup.notify(id, bounce('Permanent', false));
  await setup.notify(id, bounce('Permanent', true), bounce('Transient', false));

  expect(await setup.email(id)).toMatchObject({ status: 'BOUNCED', bounce_type: 'Permanent' });
  expect(await suppressions(setup)).toMatchObject([{ reason: 'BOUNCE', email_id: id }]);
  expect(await setup.eventsOf(id)).toEqual(['email.bounce']);
});

test.for<[EmailType, string]>([
  ['TRANSACTIONAL', 'ALL'],
  ['MARKETING', 'MARKETING'],
  ['HEADLESS', 'MARKETING'],
])('a complaint about %s mail blocks %s and unsubscribes, once (D-640)', async ([type, blocks]) => {
  const setup = await noticeSetup();
  const [id] = await setup.mails(1, 'sent', { type });
  if (!id) throw new Error('a mail was given');

  await setup.notify(id, complaint);
  await setup.client.query('update contacts set subscribed = true'); // they subscribed again
  await setup.client.query('delete from suppressions');
  await setup.notify(id, complaint, complaint);

  expect(await suppressions(setup)).toEqual([]);
  expect(await unsubscribed(setup)).toMatchObject([{ data: { source: 'feedback', reason: 'complaint', emailId: id } }]);
  const [other] = await setup.mails(1, 'sent', { type });
  if (!other) throw new Error('a mail was given');
  await setup.notify(other, complaint);
  expect(await suppressions(setup)).toMatchObject([{ reason: 'COMPLAINT', blocks, email_id: other }]);
});

test('a stronger cause replaces the reason of an entry, and what it blocks is never lowered (D-640)', async () => {
  const setup = await noticeSetup();
  const address = 'ann@example.com';
  const api = setup.app.as(setup.project.secretKey);
  const listed = async (reason: string, blocks: string) =>
    expect(await suppressions(setup)).toMatchObject([{ email: address, reason, blocks }]);
  const notifyOf = async (content: NoticeContent, type: EmailType) => {
    const [id] = await setup.mails(1, 'sent', { type });
    await setup.client.query('update emails set recipient = $2 where id = $1', [id, address]);
    if (id) await setup.notify(id, content);
  };

  await api.post('/suppressions', { email: address, blocks: 'MARKETING' });
  await listed('MANUAL', 'MARKETING');
  await notifyOf(bounce('Permanent', true), 'MARKETING');
  await listed('BOUNCE', 'ALL');
  await api.post('/suppressions', { email: address });
  await listed('BOUNCE', 'ALL');
  await notifyOf(complaint, 'MARKETING');
  await listed('COMPLAINT', 'ALL');
  await notifyOf(bounce('Permanent', true), 'TRANSACTIONAL');
  await listed('COMPLAINT', 'ALL');
});

test('a bounce of campaign mail names its campaign in the change of the contact (D-640)', async () => {
  const setup = await noticeSetup();
  const campaignId = randomUUIDv7();
  const [id] = await setup.mails(1, 'sent', { type: 'MARKETING' });
  if (!id) throw new Error('a mail was given');
  await setup.client.query('update emails set campaign_id = $2 where id = $1', [id, campaignId]);

  await setup.notify(id, bounce('Permanent', true));

  const data = { source: 'feedback', reason: 'bounce', emailId: id, campaignId };
  expect(await unsubscribed(setup)).toMatchObject([{ data }]);
});

test('an address of the sandbox is never listed; its contact changes as usual (D-640, D-673)', async () => {
  const setup = await noticeSetup();
  const [id] = await setup.mails(1, 'sent', { recipient: 'bounced@postrider.test' });
  if (!id) throw new Error('a mail was given');

  await setup.notify(id, bounce('Permanent', true));

  expect(await suppressions(setup)).toEqual([]);
  expect(await unsubscribed(setup)).toHaveLength(1);
});

test('a click counts as an open; opens and clicks are counted up to a hundred (D-631)', async () => {
  const setup = await noticeSetup();
  const [id, busy] = await threeMails(setup);

  await setup.notify(id, click('https://a.example'));
  expect(await setup.email(id)).toMatchObject({ status: 'CLICKED', opens: 1, clicks: 1, opened_at: at(2) });
  await setup.notify(id, { kind: 'open', at: at(3) }, click('https://a.example', false), click('https://b.example'));
  for (let round = 0; round < 2; round += 1) {
    await setup.notify(busy, ...Array.from({ length: 70 }, (): NoticeContent => ({ kind: 'open', at: at(4) })));
  }

  expect(await setup.email(id)).toMatchObject({ opens: 1, clicks: 3, opened_at: at(2), clicked_at: at(2) });
  expect(await setup.email(busy)).toMatchObject({ status: 'OPENED', opens: 100, clicks: 0 });
  const { rows } = await setup.client.query(
    `select data->>'link' as link, data->'clicks' as clicks, data->'isFirstClick' as first
       from events where email_id = $1 and name = 'email.click' order by data->'clicks'`,
    [id],
  );
  expect(rows).toEqual([
    { link: 'https://a.example', clicks: 1, first: true },
    { link: 'https://b.example', clicks: 3, first: false },
  ]);
  expect(await setup.eventsOf(id)).toEqual(['email.click', 'email.click', 'email.open']);
});

test('a notice about a mail whose contact was deleted changes its status, but makes no event and no suppression (D-416)', async () => {
  const setup = await noticeSetup();
  const [id] = await threeMails(setup);
  await setup.client.query('update emails set contact_id = null, recipient = null, subject = null where id = $1', [id]);

  await setup.notify(id, bounce('Permanent', true), complaint);

  expect(await setup.email(id)).toMatchObject({ status: 'COMPLAINED' });
  expect(await setup.eventsOf(id)).toEqual([]);
  expect(await suppressions(setup)).toEqual([]);
});

test('a contact whose address has changed stays subscribed', async () => {
  const setup = await noticeSetup();
  const [id] = await threeMails(setup);
  await setup.client.query(
    `update contacts set email = 'new@example.com' where id = (select contact_id from emails where id = $1)`,
    [id],
  );

  await setup.notify(id, bounce('Permanent', true));

  expect(await suppressions(setup)).toHaveLength(1);
  expect(await unsubscribed(setup)).toEqual([]);
});

type Setup = Awaited<ReturnType<typeof noticeSetup>>;

async function threeMails(setup: Setup): Promise<[EmailId, EmailId, EmailId]> {
  const [a, b, c] = await setup.mails(3);
  if (!a || !b || !c) throw new Error('three mails were given');
  return [a, b, c];
}

const suppressions = async ({ client }: Setup) =>
  (await client.query('select email, reason, blocks, email_id from suppressions')).rows;

const unsubscribed = async ({ client }: Setup) =>
  (await client.query(`select contact_id, data from events where name = 'contact.unsubscribed'`)).rows;
