import { expect, test } from 'vitest';
import type { Word } from '#testing/notice-yard';
import { noticeYard } from '#testing/notice-yard';
import type { EmailId, EmailType } from '../email.ts';

const at = (second: number): Date => new Date(Date.UTC(2026, 0, 2, 0, 0, second));
const bounce = (bounceType: 'Permanent' | 'Transient', isAboutAddress: boolean): Word => ({
  kind: 'bounce',
  at: at(1),
  bounceType,
  isAboutAddress,
  diagnostic: '550 5.1.1 Nobody',
});
const complaint: Word = { kind: 'complaint', at: at(1), feedbackType: 'abuse' };
const click = (link: string, isFirstOfLink = true): Word => ({ kind: 'click', at: at(2), link, isFirstOfLink });

test('D-634 M7 both kinds of bounce are final; only a permanent one about the address suppresses and unsubscribes', async () => {
  const yard = await noticeYard();
  const [transient, policy, address] = await threeMails(yard);

  await yard.tell(transient, bounce('Transient', true));
  await yard.tell(policy, bounce('Permanent', false));
  expect(await suppressions(yard)).toEqual([]);
  await yard.tell(address, bounce('Permanent', true));

  const rows = [await yard.email(transient), await yard.email(policy), await yard.email(address)];
  expect(rows.map((row) => `${row.status} ${row.bounce_type}`)).toEqual([
    'BOUNCED Transient',
    'BOUNCED Permanent',
    'BOUNCED Permanent',
  ]);
  const listed = { email: rows[2].recipient, reason: 'BOUNCE', blocks: 'ALL', email_id: address };
  expect(await suppressions(yard)).toEqual([listed]);
  expect(await unsubscribed(yard)).toEqual([
    { contact_id: rows[2].contact_id, data: { source: 'feedback', reason: 'bounce', emailId: address } },
  ]);
  const told = await yard.client.query(`select data from events where name = 'email.bounce' and email_id = any($1)`, [
    [transient, address],
  ]);
  expect(told.rows.map(({ data }) => ({ type: data.bounceType, mark: data.transientBounce }))).toEqual(
    expect.arrayContaining([
      { type: 'Transient', mark: true },
      { type: 'Permanent', mark: undefined },
    ]),
  );
});

test('a bounce that turns out to be about the address suppresses, whatever was heard of it before', async () => {
  const yard = await noticeYard();
  const [id] = await threeMails(yard);

  await yard.tell(id, bounce('Transient', false));
  await yard.tell(id, bounce('Permanent', false));
  await yard.tell(id, bounce('Permanent', true), bounce('Transient', false));

  expect(await yard.email(id)).toMatchObject({ status: 'BOUNCED', bounce_type: 'Permanent' });
  expect(await suppressions(yard)).toMatchObject([{ reason: 'BOUNCE', email_id: id }]);
  expect(await yard.eventsOf(id)).toEqual(['email.bounce']);
});

test.for<[EmailType, string]>([
  ['TRANSACTIONAL', 'ALL'],
  ['MARKETING', 'MARKETING'],
  ['HEADLESS', 'MARKETING'],
])('a complaint about %s mail blocks %s and unsubscribes, once', async ([type, blocks]) => {
  const yard = await noticeYard();
  const [id] = await yard.mails(1, 'sent', { type });
  if (!id) throw new Error('a mail was given');

  await yard.tell(id, complaint);
  await yard.client.query('update contacts set subscribed = true'); // they came back
  await yard.client.query('delete from suppressions');
  await yard.tell(id, complaint, complaint);

  expect(await suppressions(yard)).toEqual([]);
  expect(await unsubscribed(yard)).toMatchObject([{ data: { source: 'feedback', reason: 'complaint', emailId: id } }]);
  const [other] = await yard.mails(1, 'sent', { type });
  if (!other) throw new Error('a mail was given');
  await yard.tell(other, complaint);
  expect(await suppressions(yard)).toMatchObject([{ reason: 'COMPLAINT', blocks, email_id: other }]);
});

test('D-673 an address of the sandbox is never listed; its contact changes as usual', async () => {
  const yard = await noticeYard();
  const [id] = await yard.mails(1, 'sent', { recipient: 'bounced@postrider.test' });
  if (!id) throw new Error('a mail was given');

  await yard.tell(id, bounce('Permanent', true));

  expect(await suppressions(yard)).toEqual([]);
  expect(await unsubscribed(yard)).toHaveLength(1);
});

test('D-631 a click counts as an open; opens and clicks are counted up to a hundred', async () => {
  const yard = await noticeYard();
  const [id, busy] = await threeMails(yard);

  await yard.tell(id, click('https://a.example'));
  expect(await yard.email(id)).toMatchObject({ status: 'CLICKED', opens: 1, clicks: 1, opened_at: at(2) });
  await yard.tell(id, { kind: 'open', at: at(3) }, click('https://a.example', false), click('https://b.example'));
  for (let round = 0; round < 2; round += 1) {
    await yard.tell(busy, ...Array.from({ length: 70 }, (): Word => ({ kind: 'open', at: at(4) })));
  }

  expect(await yard.email(id)).toMatchObject({ opens: 1, clicks: 3, opened_at: at(2), clicked_at: at(2) });
  expect(await yard.email(busy)).toMatchObject({ status: 'OPENED', opens: 100, clicks: 0 });
  const { rows } = await yard.client.query(
    `select data->>'link' as link, data->'clicks' as clicks, data->'isFirstClick' as first
       from events where email_id = $1 and name = 'email.click' order by data->'clicks'`,
    [id],
  );
  expect(rows).toEqual([
    { link: 'https://a.example', clicks: 1, first: true },
    { link: 'https://b.example', clicks: 3, first: false },
  ]);
  expect(await yard.eventsOf(id)).toEqual(['email.click', 'email.click', 'email.open']);
});

test('a mail whose contact was deleted keeps its status, tells nobody and suppresses nobody', async () => {
  const yard = await noticeYard();
  const [id] = await threeMails(yard);
  await yard.client.query('update emails set contact_id = null, recipient = null, subject = null where id = $1', [id]);

  await yard.tell(id, bounce('Permanent', true), complaint);

  expect(await yard.email(id)).toMatchObject({ status: 'COMPLAINED' });
  expect(await yard.eventsOf(id)).toEqual([]);
  expect(await suppressions(yard)).toEqual([]);
});

test('the subscriber of another address is left alone', async () => {
  const yard = await noticeYard();
  const [id] = await threeMails(yard);
  await yard.client.query(
    `update contacts set email = 'new@example.com' where id = (select contact_id from emails where id = $1)`,
    [id],
  );

  await yard.tell(id, bounce('Permanent', true));

  expect(await suppressions(yard)).toHaveLength(1);
  expect(await unsubscribed(yard)).toEqual([]);
});

type Yard = Awaited<ReturnType<typeof noticeYard>>;

async function threeMails(yard: Yard): Promise<[EmailId, EmailId, EmailId]> {
  const [a, b, c] = await yard.mails(3);
  if (!a || !b || !c) throw new Error('three mails were given');
  return [a, b, c];
}

const suppressions = async ({ client }: Yard) =>
  (await client.query('select email, reason, blocks, email_id from suppressions')).rows;

const unsubscribed = async ({ client }: Yard) =>
  (await client.query(`select contact_id, data from events where name = 'contact.unsubscribed'`)).rows;
