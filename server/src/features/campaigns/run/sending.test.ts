import PostalMime from 'postal-mime';
import { expect, test, vi } from 'vitest';
import { type CampaignSetup, campaignSetup } from '#testing/campaign-setup';

test('every recipient gets one mail with its own text, and the campaign is SENT with its counts (D-807)', async () => {
  const setup = await campaignSetup();
  await setup.contacts(25, (n) => ({ name: `Ada ${n}` }));
  await setup.rows(`update contacts set subscribed = false where email = 'c0@example.com'`);
  await setup.rows(
    `insert into suppressions (project_id, id, email, reason, blocks, created_at)
     values ($1, gen_random_uuid(), 'c1@example.com', 'BOUNCE', 'ALL', now())`,
    [setup.project.id],
  );
  const id = await setup.draft({ subject: 'For {{name}}', body: '<p>Dear {{name}}, number {{n}}</p>' });

  const { status, body } = await setup.post(`${id}/send`);
  expect({ status, state: body.status }).toEqual({ status: 200, state: 'SENDING' });
  setup.sendAll();
  const ended = await setup.ended(id);

  expect(ended).toMatchObject({ totalRecipients: 24, sentCount: 23, expandedAt: expect.any(String) });
  const mails = await Promise.all(setup.relay.received.map(({ message }) => PostalMime.parse(message)));
  const reached = mails.map(({ to }) => to?.[0]?.address);
  expect(reached).toHaveLength(23);
  expect(new Set(reached)).toEqual(new Set(Array.from({ length: 23 }, (_, n) => `c${n + 2}@example.com`)));
  const seventh = mails.find(({ to }) => to?.[0]?.address === 'c7@example.com');
  expect(seventh?.subject).toBe('For Ada 7');
  expect(seventh?.html).toContain('Dear Ada 7, number 7');
  expect(seventh?.html).toContain('Unsubscribe');
  expect(seventh?.headers.find(({ key }) => key === 'list-unsubscribe-post')).toBeDefined();
  const kept = await setup.rows(`select html, text, variables from email_contents limit 1`);
  expect(kept).toEqual([{ html: null, text: null, variables: { n: expect.any(Number), name: expect.any(String) } }]);
});

/** The counts of a campaign as its statistics show them, beside its counted rows (D-811). */
async function bothCounts(setup: CampaignSetup, id: string) {
  const stats = await setup.get(`${id}/stats`);
  const [rows] = await setup.rows(
    `select count(*)::int as "totalRecipients", count(sent_at)::int as "sentCount", count(delivered_at)::int as "deliveredCount",
            count(bounced_at)::int as "bouncedCount", count(*) filter (where status = 'QUEUED')::int as "waitingCount",
            count(*) filter (where status = 'SUPPRESSED')::int as "suppressedCount",
            count(*) filter (where status = 'FAILED' and sent_at is null)::int as "failedCount",
            count(*) filter (where status = 'CANCELLED')::int as "cancelledCount" from emails where campaign_id = $1`,
    [id],
  );
  const { totalRecipients, sentCount, waitingCount, suppressedCount, failedCount, cancelledCount } = stats;
  expect(totalRecipients).toBe(sentCount + waitingCount + suppressedCount + failedCount + cancelledCount); // D-807
  return { shown: Object.fromEntries(Object.keys(rows).map((name) => [name, stats[name]])), rows };
}

const waitFor = <T>(work: () => Promise<T>): Promise<T> => vi.waitFor(work, { timeout: 60_000, interval: 30 });
const isGone = (setup: CampaignSetup) =>
  waitFor(async () => expect(await setup.rows('select from campaign_runs')).toEqual([]));
const isDue = (setup: CampaignSetup, count: number) =>
  waitFor(async () => expect(await setup.rows('select from deliveries')).toHaveLength(count));

test('a mail has the text of the beginning, and the data of its contact when it is made (D-537)', async () => {
  const setup = await campaignSetup();
  await setup.contacts(1, () => ({ name: 'Ada' }));
  const api = setup.project.owner.in(setup.project.id);
  const template = { name: 'T', subject: 'For {{name}}', body: '<p>Hi</p>', type: 'MARKETING' };
  const { body: origin } = await api.post('/templates', template);
  const id = await setup.draft({ subject: 'For {{name}}', templateId: origin.id });
  await setup.post(`${id}/send`);
  await api.patch(`/templates/${origin.id}`, { subject: 'Edited' });
  const edited = await api.patch(`/campaigns/${id}`, { subject: 'Edited' });
  await api.post('/contacts', { email: 'c0@example.com', data: { name: 'Grace' } });
  setup.sendAll();
  await setup.ended(id);

  expect(edited.status).toBe(400);
  const [mail] = await Promise.all(setup.relay.received.map(({ message }) => PostalMime.parse(message)));
  expect(mail?.subject).toBe('For Grace');
});

test('a segment that changes after the beginning does not change the audience (D-341)', async () => {
  const setup = await campaignSetup();
  await setup.contacts(2, (n) => ({ plan: n === 1 ? 'pro' : 'free' }));
  const api = setup.project.owner.in(setup.project.id);
  const isOf = (value: string) => ({
    logic: 'AND',
    groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value }] }],
  });
  const { body: segment } = await api.post('/segments', { name: 'Pro', condition: isOf('pro') });
  const id = await setup.draft({ audienceType: 'SEGMENT', segmentId: segment.id });
  await setup.post(`${id}/send`);
  await api.patch(`/segments/${segment.id}`, { condition: isOf('free') });
  setup.sendAll();
  await setup.ended(id);

  expect(await setup.rows('select recipient from emails')).toEqual([{ recipient: 'c1@example.com' }]);
});

test('a cancelled campaign sends nothing more and closes what waits, due or not (D-807)', async () => {
  const setup = await campaignSetup();
  await setup.contacts(60);
  const id = await setup.draft({ sendRate: 600 });
  await setup.post(`${id}/send`);
  setup.runAll();
  await waitFor(async () => expect((await setup.rows('select from deliveries')).length).toBeGreaterThan(5));

  expect((await setup.post(`${id}/cancel`)).body).toMatchObject({ status: 'CANCELLED', cancelReason: 'USER' });
  setup.work();
  await isGone(setup);

  expect(setup.relay.received).toEqual([]);
  const closed = await setup.rows('select status, reason, count(*)::int from emails group by 1, 2');
  expect(closed).toEqual([{ status: 'CANCELLED', reason: 'CAMPAIGN_CANCELLED', count: 60 }]);
  expect(await setup.rows('select from mail_stops')).toEqual([]);
  const { shown, rows } = await bothCounts(setup, id);
  expect(shown).toEqual(rows);
});

test('a paused campaign holds what is due and makes nothing due; resumed, it sends the rest, and the pause does not count (D-825)', async () => {
  const setup = await campaignSetup();
  await setup.contacts(40);
  const id = await setup.draft({ sendRate: 600 });
  await setup.post(`${id}/send`);
  const runs = setup.runAll();
  await waitFor(async () => expect((await setup.rows('select from deliveries')).length).toBeGreaterThan(5));

  expect((await setup.post(`${id}/pause`)).body).toMatchObject({ status: 'SENDING', pausedReason: 'USER' });
  await runs.stop(); // a portion that was under way may still have made mails due
  setup.runAll();
  await setup.rows(`update campaigns set paused_at = now() - interval '100 hours'`);
  await setup.rows(`update deliveries set expires_at = now() - interval '28 hours'`);
  setup.work();
  await waitFor(async () =>
    expect(await setup.rows(`select from deliveries where hold_reason is distinct from 'CAMPAIGN_PAUSED'`)).toEqual([]),
  );
  const { length: due } = await setup.rows('select from deliveries');
  expect(setup.relay.received).toEqual([]);
  const [waiting] = await setup.rows(
    `select id from emails e where not exists (select from deliveries d where d.id = e.id) limit 1`,
  );
  const api = setup.project.owner.in(setup.project.id);
  expect((await api.get(`/emails/${waiting.id}`)).body).toMatchObject({
    status: 'QUEUED',
    holdReason: 'CAMPAIGN_PAUSED',
    nextAttemptAt: null,
    subject: 'Hello',
    body: null,
    bodyExpired: false,
  });

  expect((await setup.post(`${id}/resume`)).body).toMatchObject({ pausedAt: null, pausedReason: null });
  const [extended] = await setup.rows(
    `select count(*)::int as due from deliveries where expires_at between now() + interval '71 hours' and now() + interval '73 hours'`,
  );
  expect(extended.due).toBe(due);
  await setup.rows(`update campaigns set send_rate = null`);
  await setup.rows(`update deliveries set due_at = now(), hold_reason = null`); // as the task does that was enqueued
  await setup.ended(id);
  const recipients = setup.relay.received.map(({ to }) => to[0]);
  expect(new Set(recipients).size).toBe(40);
  expect(recipients).toHaveLength(40);
});

test('a schedule starts once with two workers, and a campaign that is taken off it does not start', async () => {
  const setup = await campaignSetup();
  await setup.contacts(3);
  const [id, other] = [await setup.draft(), await setup.draft({ name: 'Other' })];
  const { body } = await setup.post(`${id}/send`, { delaySeconds: 2 });
  expect(body).toMatchObject({ status: 'SCHEDULED', sentAt: null });
  await setup.post(`${other}/send`, { delaySeconds: 2 });
  expect((await setup.post(`${other}/unschedule`)).body).toMatchObject({ status: 'DRAFT', scheduledFor: null });

  setup.sendAll();
  setup.sendAll();
  const ended = await setup.ended(id);

  expect(ended.sentCount).toBe(3);
  expect(Date.parse(ended.sentAt) - Date.parse(ended.scheduledFor)).toBeGreaterThanOrEqual(0);
  expect(Date.parse(ended.sentAt) - Date.parse(ended.scheduledFor)).toBeLessThan(5_000);
  expect(setup.relay.received).toHaveLength(3);
  await isGone(setup);
  expect(await setup.get(other)).toMatchObject({ status: 'DRAFT' });
});

test('a text that cannot be rendered pauses its own campaign after three mails, and the others wait (D-837)', async () => {
  const setup = await campaignSetup();
  await setup.contacts(40, () => ({ items: Array.from({ length: 300 }, (_, n) => n), word: 'x'.repeat(8_000) }));
  const body = '<p>{% for item in items %}{{word}}{% endfor %}</p>';
  const [bad, good] = [await setup.draft({ body }), await setup.draft({ name: 'Good' })];
  await setup.post(`${bad}/send`);
  await setup.post(`${good}/send`);
  setup.sendAll();
  await setup.ended(good);

  const paused = await waitFor(async () => {
    const campaign = await setup.get(bad);
    expect(campaign.pausedReason).toBe('RENDER_FAILED');
    return campaign;
  });
  expect(paused.pauseDetail).toMatchObject({ field: 'body', message: expect.stringContaining('larger than 2 MB') });
  await waitFor(async () =>
    expect(await setup.rows(`select from deliveries where hold_reason is distinct from 'CAMPAIGN_PAUSED'`)).toEqual([]),
  );
  const states = await setup.rows(
    `select status, reason, count(*)::int from emails where campaign_id = $1 group by 1, 2 order by 1`,
    [bad],
  );
  expect(states).toEqual([
    { status: 'FAILED', reason: 'RENDER_FAILED', count: 3 },
    { status: 'QUEUED', reason: null, count: 37 },
  ]);
  const messages = setup.relay.received.map(({ message }) => message.toString());
  expect(messages).toHaveLength(40);
  expect(messages.filter((message) => message.includes('{%'))).toEqual([]);

  // The way out: cancel, leave out those that were reached, and correct the copy.
  await setup.post(`${bad}/cancel`);
  const copy = (await setup.post(`${bad}/duplicate`, { excludeReached: true })).body.id;
  const api = setup.project.owner.in(setup.project.id);
  await api.patch(`/campaigns/${copy}`, { body: '<p>Corrected</p>' });
  await setup.post(`${copy}/send`);
  expect(await setup.ended(copy)).toMatchObject({ totalRecipients: 40, sentCount: 40 });
});

test.each(['rcpt', 'data', 'dot'])(
  'a campaign whose relay puts its mail off at %s stays SENDING until the mail leaves (F12)',
  async (stage) => {
    const setup = await campaignSetup();
    await setup.contacts(3);
    setup.relay.script = { [stage]: '452 4.3.1 Full' };
    const id = await setup.draft();
    await setup.post(`${id}/send`);
    setup.sendAll();
    await waitFor(async () =>
      expect(await setup.rows(`select from delivery_attempts where smtp_code = 452`)).toHaveLength(3),
    );
    expect(await setup.get(id)).toMatchObject({ status: 'SENDING', sentCount: 0 });

    setup.relay.script = {};
    await setup.rows('update deliveries set due_at = now()');

    expect(await setup.ended(id)).toMatchObject({ sentCount: 3 });
    expect(setup.relay.received).toHaveLength(3);
  },
);

test('contacts that were reached by another campaign are left out, and those created later (D-806)', async () => {
  const setup = await campaignSetup();
  await setup.contacts(10);
  const first = await setup.draft();
  await setup.post(`${first}/send`);
  setup.sendAll();
  await setup.ended(first);
  await setup.rows(`insert into contacts (project_id, id, email, subscribed, source, data, created_at, updated_at)
    select project_id, gen_random_uuid(), 'late' || n || '@example.com', true, 'api', '{}', now() + n * interval '1 hour', now()
      from contacts, generate_series(0, 1) n where email = 'c0@example.com'`);

  const second = (await setup.post(`${first}/duplicate`, { excludeReached: true })).body.id;
  await setup.post(`${second}/send`);

  expect(await setup.ended(second)).toMatchObject({ totalRecipients: 1, sentCount: 1 });
  expect(setup.relay.received.at(-1)?.to).toEqual(['late0@example.com']);
});

test('a contact that is deleted before its mail is due is not mailed (D-807, D-808)', async () => {
  const setup = await campaignSetup();
  await setup.contacts(4);
  const id = await setup.draft({ sendRate: 1 });
  await setup.post(`${id}/send`);
  setup.runAll();
  await isDue(setup, 1);
  const api = setup.project.owner.in(setup.project.id);
  const rows = await setup.rows(
    `select c.id from contacts c where not exists (select from deliveries d where d.contact_id = c.id)`,
  );
  expect(rows).toHaveLength(3);
  for (const { id: contact } of rows) await api.delete(`/contacts/${contact}`);

  setup.sendAll();
  await setup.rows(`update campaigns set send_rate = null`);
  expect(await setup.ended(id)).toMatchObject({ totalRecipients: 4, sentCount: 1 });
  const { shown, rows: counted } = await bothCounts(setup, id);
  expect(shown).toEqual(counted);
  expect(shown).toMatchObject({ cancelledCount: 3 });
});
