import PostalMime from 'postal-mime';
import { expect, test, vi } from 'vitest';
import { type CampaignSetup, campaignSetup } from '#testing/campaign-setup';

const waitFor = <T>(work: () => Promise<T>): Promise<T> => vi.waitFor(work, { timeout: 60_000, interval: 30 });
const areDue = (setup: CampaignSetup, count: number) =>
  waitFor(async () => expect(await setup.rows('select from deliveries')).toHaveLength(count));
const only = (filter: object) => ({ logic: 'AND', groups: [{ filters: [filter] }] });
const recipients = async (setup: CampaignSetup): Promise<string[]> =>
  (await setup.rows('select recipient from emails order by recipient')).map(({ recipient }) => String(recipient));

test('the audience is that of the moment at which sending begins, and is now for rules that measure time (D-806)', async () => {
  const setup = await campaignSetup();
  await setup.contacts(3);
  const audienceCondition = only({ field: 'createdAt', operator: 'olderThan', value: 1, unit: 'hours' });
  const id = await setup.draft({ audienceType: 'FILTERED', audienceCondition });
  expect(await setup.post(`${id}/send`, { delaySeconds: 3_600 })).toMatchObject({ status: 200 }); // nobody matches yet
  await setup.rows(
    `update contacts set created_at = now() - make_interval(mins => case email when 'c0@example.com' then 50 when 'c1@example.com' then 70 else 100 end)`,
  );

  expect((await setup.post(`${id}/send`)).body).toMatchObject({ status: 'SENDING' });
  await setup.rows(`update campaigns set sent_at = sent_at - interval '30 minutes'`); // c1 was 40 minutes old then
  setup.sendAll();

  expect(await setup.ended(id)).toMatchObject({ totalRecipients: 1, sentCount: 1 });
  expect(await recipients(setup)).toEqual(['c2@example.com']);
});

test('contacts that change while the audience is read get one mail or none (D-806, D-807)', async () => {
  const setup = await campaignSetup();
  await setup.contacts(6_000, () => ({ plan: 'pro' }));
  const audienceCondition = only({ field: 'data.plan', operator: 'equals', value: 'pro' });
  const id = await setup.draft({ audienceType: 'FILTERED', audienceCondition, sendRate: 1 });
  await setup.post(`${id}/send`);
  setup.runAll();
  for (const plan of ['free', 'pro', 'free', 'pro']) {
    await setup.rows(
      `update contacts set data = jsonb_set(data, '{plan}', to_jsonb($1::text)), updated_at = now() where (data->>'n')::int % 3 = 0`,
      [plan],
    );
  }
  await waitFor(async () => expect((await setup.get(id)).expandedAt).not.toBeNull());

  const [counted] = await setup.rows(
    `select count(*)::int as mails, count(distinct contact_id)::int as contacts,
            count(*) filter (where (c.data->>'n')::int % 3 <> 0)::int as unchanged
       from emails e join contacts c on c.id = e.contact_id`,
  );
  expect(counted.mails).toBe(counted.contacts);
  expect(counted.unchanged).toBe(4_000);
  expect((await setup.get(id)).totalRecipients).toBe(counted.mails);
});

test('project, segment and mode are frozen when sending begins: later changes do not reach the campaign (D-810, D-824)', async () => {
  const setup = await campaignSetup();
  await setup.contacts(3, (n) => ({ plan: n === 0 ? 'free' : 'pro' }));
  const api = setup.project.owner.in(setup.project.id);
  const isPro = only({ field: 'data.plan', operator: 'equals', value: 'pro' });
  const segment = (await api.post('/segments', { name: 'Pro', type: 'DYNAMIC', condition: isPro })).body.id;
  const member = only({ field: `segment.${segment}`, operator: 'memberOfSegment' });
  await setup.rows(`update projects set mode = 'test', name = 'Before', language = 'de', tracking = 'DISABLED'`);
  const body = '<p>Hi <a href="https://acme.example/x">x</a></p>';
  const id = await setup.draft({ audienceType: 'FILTERED', audienceCondition: member, body });
  await setup.post(`${id}/send`);

  await setup.rows(`update projects set mode = 'live', name = 'After', language = 'fr', tracking = 'ENABLED'`);
  const all = only({ field: 'email', operator: 'exists' });
  expect(await api.patch(`/segments/${segment}`, { condition: all })).toMatchObject({ status: 200 });
  expect(await api.patch(`/campaigns/${id}`, { subject: 'Other' })).toMatchObject({ status: 400 });
  setup.sendAll();

  expect(await setup.ended(id)).toMatchObject({ totalRecipients: 2, sentCount: 2 });
  expect(await recipients(setup)).toEqual(['c1@example.com', 'c2@example.com']);
  expect(setup.relay.received).toEqual([]);
  const { data } = (await api.get('/inbox')).body;
  expect(data).toHaveLength(2);
  const message = await PostalMime.parse((await api.get(`/inbox/${data[0].id}/raw`)).text);
  expect(message.html).toMatch(/href="https:\/\/acme\.example\/x".*Before.*Abmelden/s);
});

test('the text of a mail is fixed when it becomes due, and its three days begin then, in the lane of campaigns (D-809, D-825)', async () => {
  const setup = await campaignSetup();
  await setup.contacts(2, () => ({ name: 'Old' }));
  const id = await setup.draft({ type: 'TRANSACTIONAL', sendRate: 1, subject: 'For {{name}}' });
  await setup.post(`${id}/send`);
  setup.runAll();
  await areDue(setup, 1);
  const [early] = await setup.rows('select recipient from deliveries');
  expect(await setup.rows('select from emails')).toHaveLength(2); // the records are there, due or not
  await setup.rows(`update contacts set data = '{"name": "New"}', updated_at = now()`);

  await setup.rows(`update campaigns set send_rate = null, sent_at = sent_at - interval '10 hours'`);
  await areDue(setup, 2);
  const waiting = await setup.rows(
    `select lane, round(extract(epoch from expires_at - now()) / 3600)::int as hours from deliveries where recipient <> $1`,
    [early.recipient],
  );
  expect(waiting).toEqual([{ lane: 2, hours: 72 }]);
  setup.work();
  await setup.ended(id);

  const messages = await Promise.all(setup.relay.received.map(({ message }) => PostalMime.parse(message)));
  const subjects = messages.map(({ to, subject }) => [to?.[0]?.address === early.recipient, subject]);
  expect(new Map(subjects as [boolean, string][])).toEqual(
    new Map([
      [true, 'For Old'],
      [false, 'For New'],
    ]),
  );
});

test('consent, suppression and the contact itself are checked again at the hand-over of each mail (D-808)', async () => {
  const setup = await campaignSetup();
  await setup.contacts(4);
  const api = setup.project.owner.in(setup.project.id);
  const contact = async (n: number): Promise<string> =>
    (await setup.rows('select id from contacts where email = $1', [`c${n}@example.com`]))[0].id;
  const marketing = await setup.draft();
  const transactional = await setup.draft({ type: 'TRANSACTIONAL' });
  await setup.post(`${marketing}/send`);
  await setup.post(`${transactional}/send`);
  setup.runAll();
  await areDue(setup, 8);
  await api.patch(`/contacts/${await contact(0)}`, { subscribed: false });
  await api.post('/suppressions', { email: 'c1@example.com', blocks: 'MARKETING' });
  await api.delete(`/contacts/${await contact(2)}`);

  setup.work();
  await setup.ended(marketing);
  await setup.ended(transactional);

  const statesOf = (campaignId: string) =>
    setup.rows('select status, reason from emails where campaign_id = $1 order by id', [campaignId]);
  const sent = { status: 'SENT', reason: null };
  const cancelled = { status: 'CANCELLED', reason: 'CONTACT_DELETED' };
  expect(await statesOf(marketing)).toEqual([
    { status: 'SUPPRESSED', reason: 'UNSUBSCRIBED' },
    { status: 'SUPPRESSED', reason: 'SUPPRESSION_MANUAL' },
    cancelled,
    sent,
  ]);
  expect(await statesOf(transactional)).toEqual([sent, sent, cancelled, sent]);
});

test('a retry does not wait for the rate of its campaign (D-826)', async () => {
  const setup = await campaignSetup();
  await setup.contacts(2);
  setup.relay.script = { rcpt: '451 4.3.0 Later' };
  const id = await setup.draft({ sendRate: 1 });
  await setup.post(`${id}/send`);
  setup.sendAll();
  await waitFor(async () => expect(await setup.rows('select from deliveries where attempt = 1')).toHaveLength(1));
  await setup.rows(`update campaign_runs set due_since = now() + interval '1 hour'`); // nothing more becomes due

  await setup.rows('update deliveries set due_at = now()');

  await waitFor(async () => expect(await setup.rows('select from deliveries where attempt = 2')).toHaveLength(1));
  expect(await setup.rows('select from deliveries')).toHaveLength(1);
});
