import PostalMime from 'postal-mime';
import { expect, onTestFinished, test, vi } from 'vitest';
import { applyNotices, clickJudgements, type EmailId, type Notice } from '#features/emails';
import { projectContext } from '#platform/context';
import { startSpools } from '#platform/spool';
import { type CampaignSetup, campaignSetup } from '#testing/campaign-setup';
import { startFakeStripe } from '#testing/fake-stripe';
import { connect } from '#testing/spool-setup';

/** A campaign that was sent to so many contacts. */
async function sentCampaign(
  count: number,
  fields: object = {},
): Promise<{ setup: CampaignSetup; id: string; ids: EmailId[] }> {
  const setup = await campaignSetup();
  await setup.contacts(count, (n) => ({ name: `Ada ${n}` }));
  const id = await setup.draft(fields);
  await setup.post(`${id}/send`);
  setup.sendAll();
  await setup.ended(id);
  const ids = (await setup.rows('select id from emails order by id')).map((row) => row.id as EmailId); // rows of emails
  return { setup, id, ids };
}

const apply = ({ app, project }: CampaignSetup, ...notices: readonly Notice[]) =>
  projectContext(app.app.services, project.id).transaction((tx) => applyNotices(tx, notices));

test('statistics follow notices, whatever their order and copies, and show reasons and providers (D-821, D-832)', async () => {
  const { setup, id, ids } = await sentCampaign(6);
  const [first, second, third, fourth] = ids as [EmailId, EmailId, EmailId, EmailId]; // six mails
  const at = new Date();
  const diagnostic = '550 5.1.1 Nobody';
  const bounce = { kind: 'bounce', bounceType: 'Permanent', isAboutAddress: true, diagnostic, at } as const;
  await apply(
    setup,
    { kind: 'delivery', emailId: first, at },
    { kind: 'open', emailId: first, at },
    { ...bounce, emailId: second },
  );
  await apply(setup, { ...bounce, emailId: second }, { kind: 'complaint', emailId: third, at, feedbackType: 'abuse' });
  await apply(setup, { kind: 'delivery', emailId: first, at }, { kind: 'reject', emailId: fourth, at, error: 'no' });

  expect(await setup.get(`${id}/stats`)).toMatchObject({
    totalRecipients: 6,
    sentCount: 6,
    deliveredCount: 1,
    openedCount: 1,
    bouncedCount: 1,
    complainedCount: 1,
    rejectedCount: 1,
    failedCount: 0,
    waitingCount: 0,
    bounceRate: 16.67,
    reasons: [
      { outcome: 'bounced', reason: '5.1.1', count: 1 },
      { outcome: 'complained', reason: 'other', count: 1 },
      { outcome: 'rejected', reason: 'other', count: 1 },
    ],
    providers: [{ provider: 'other', sent: 6, delivered: 1, bounced: 1, complained: 1, opened: 1, clicked: 0 }],
  });
  const { data, total } = await setup.get(`${id}/recipients?outcome=bounced&reason=5.1.1`);
  expect({ total, data }).toMatchObject({
    total: 1,
    data: [{ emailId: second, status: 'BOUNCED', email: expect.any(String) }],
  });
});

test('a mail that was taken as failed and arrived moves from one count to the other (D-811)', async () => {
  const { setup, id, ids } = await sentCampaign(2);
  const [late] = ids as [EmailId];
  await setup.rows(`update emails set status = 'FAILED', reason = 'EXPIRED', sent_at = null where id = $1`, [late]);
  await setup.rows(`update campaign_counts set sent = sent - 1, failed = failed + 1
    where slot = (select slot from campaign_counts where sent > 0 limit 1)`);
  await setup.rows(`insert into campaign_reasons values ($1, $2, 'failed', 'EXPIRED', 1)`, [setup.project.id, id]);

  await apply(setup, { kind: 'delivery', emailId: late, at: new Date() });

  expect(await setup.get(`${id}/stats`)).toMatchObject({
    sentCount: 2,
    failedCount: 0,
    deliveredCount: 1,
    reasons: [],
  });
});

test('clicks are counted by the link as it is written, people and machines apart; an unsubscribe by the mail that led to it (D-832, D-839)', async () => {
  const body = `<p><a href="https://acme.example/start">Start</a> <a href="https://acme.example/?u={{ n }}">You</a></p>`;
  const { setup, id, ids } = await sentCampaign(2, { body });
  await setup.rows(`update emails set sent_at = sent_at - interval '1 hour'`);
  const mail = await PostalMime.parse(setup.relay.received[0]?.message ?? '');
  const base = setup.app.app.services.config.BASE_URL;
  const links = [...(mail.html ?? '').matchAll(/href="([^"]+)"/g)].map((match) => (match[1] ?? '').replace(base, ''));
  const [start = '', you = ''] = links.filter((link) => link.includes('/t/c/'));
  const unsubscribe = links.find((link) => link.includes('/u/')) ?? '';
  const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };
  const judging = startSpools(setup.app.app.services, [clickJudgements], { sweepSeconds: 1 });
  try {
    for (const link of [start, you]) expect((await setup.app.anyone.get(link, browser)).status).toBe(302);
    expect((await setup.app.anyone.get(start, { 'user-agent': 'curl/8.0' })).status).toBe(302);
    // Why until every hit is counted: one is judged after the other, and nothing judges them once this spool has stopped.
    const counted = { clickedCount: 1, machineClicks: 1, links: [{ clicks: 1 }, { clicks: 1 }] };
    await vi.waitFor(async () => expect(await setup.get(`${id}/stats`)).toMatchObject(counted), { timeout: 60_000 });
  } finally {
    await judging.stop();
  }
  expect(
    (
      await setup.app.anyone.post(unsubscribe, 'List-Unsubscribe=One-Click', {
        'content-type': 'application/x-www-form-urlencoded',
      })
    ).status,
  ).toBe(200);
  expect((await setup.app.anyone.post(unsubscribe)).status).toBe(200);

  expect(await setup.get(`${id}/stats`)).toMatchObject({
    clickedCount: 1,
    machineClicks: 1,
    unsubscribedCount: 1,
    links: [
      { url: 'https://acme.example/start', clicks: 1, uniqueClicks: 1 },
      { url: 'https://acme.example/?u={{ n }}', clicks: 1, uniqueClicks: 1 },
    ],
  });
  expect((await setup.rows('select id from emails where unsubscribed_at is not null')).length).toBe(1);
  const stored = await setup.rows('select url from email_links order by url');
  expect(stored.map(({ url }) => url)).toEqual([
    'https://acme.example/?u=0',
    'https://acme.example/?u=1',
    'https://acme.example/start', // once for both
  ]);
  await setup.project.owner.in(setup.project.id).delete(`/campaigns/${id}`);
  expect((await setup.app.anyone.get(you, browser)).headers.location).toMatch(/^https:\/\/acme\.example\/\?u=[01]$/);
  expect(ids).toHaveLength(2);
});

test('the record, the page in the browser and a resend show the text that was sent, also after the contact has changed (D-809, D-836)', async () => {
  const { setup, id, ids } = await sentCampaign(1, {
    subject: 'For {{name}}',
    body: '<p>Dear {{name}}</p><a href="{{manageUrl}}">m</a>',
  });
  const [email = ''] = ids;
  await setup.rows(`update contacts set data = '{"name": "Eve"}'`);
  const api = setup.project.owner.in(setup.project.id);
  await setup.project.owner.in(setup.project.id).delete(`/campaigns/${id}`);

  const { body: record } = await api.get(`/emails/${email}`);
  expect(record).toMatchObject({ subject: 'For Ada 0', bodyExpired: false, campaignId: id, status: 'SENT' });
  expect(record.body).toContain('Dear Ada 0');
  expect(record.variables).toEqual({ name: { value: 'Ada 0', persistent: true } });
  const pathIn = (text: string, kind: string) => new RegExp(`/${kind}/[\\w-]+`).exec(text)?.[0] ?? '';
  const page = { accept: 'text/html' };
  const managed = await setup.app.anyone.get(pathIn(record.body, 'm'), page);
  expect((await setup.app.anyone.get(pathIn(managed.text, 'v'), page)).text).toContain('Dear Ada 0');
  const { status, body: resent } = await api.post(`/emails/${email}/resend`);
  expect({ status, resent }).toMatchObject({ status: 201, resent: { subject: 'For Ada 0', campaignId: null } });
  const sentText = (await api.get(`/emails/${resent.id}`)).body.body;
  expect(sentText).toContain('Dear Ada 0');

  // Retention is over: the text is gone, and with it everything that was made from it.
  await setup.rows(`delete from shared_texts`);
  expect((await api.get(`/emails/${email}`)).body).toMatchObject({ body: null, bodyExpired: true });
  expect((await api.post(`/emails/${email}/resend`)).body.error.code).toBe('EMAIL_BODY_EXPIRED');
});

test('recipients come in pages whose cursor leads on, and as a file (D-822, D-833)', async () => {
  const { setup, id } = await sentCampaign(5);
  const first = await setup.get(`${id}/recipients?limit=2`);
  const second = await setup.get(`${id}/recipients?limit=3&cursor=${first.cursor}`);
  expect(first).toMatchObject({ total: 5, hasMore: true });
  expect(second).toMatchObject({ total: 0, hasMore: false, cursor: '' });
  const seen = [...first.data, ...second.data].map(({ email }) => email);
  expect(seen).toEqual(Array.from({ length: 5 }, (_, n) => `c${n}@example.com`));
  expect(await setup.get(`${id}/recipients?email=C3@example.com`)).toMatchObject({
    data: [{ email: 'c3@example.com' }],
  });

  await setup.rows(
    'update campaign_counts set recipients = recipients + 2 where ctid = (select ctid from campaign_counts limit 1)',
  );
  expect((await setup.get(`${id}/recipients`)).total).toBe(7); // from the counts

  const file = await setup.project.owner.in(setup.project.id).get(`/campaigns/${id}/recipients.csv`);
  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(file.text.trim().split(/\r?\n/)).toHaveLength(6);
});

test('hits of machines are counted before units, so that no two transactions lock both in two orders', async () => {
  const stripe = await startFakeStripe();
  onTestFinished(() => stripe.close());
  const setup = await campaignSetup(stripe.settings);
  const [campaignId, late] = [await setup.draft(), (await setup.sent(`status = 'FAILED', sent_at = null`)) as EmailId]; // a mail of its own
  const other = await connect(setup.app.databaseUrl);
  onTestFinished(() => other.end());
  const held = `select l.relation::regclass::text as name from pg_locks l join pg_locks w on w.pid = l.pid and not w.granted
                 where l.granted and l.relation in ('billing_units'::regclass, 'emails'::regclass)`;
  await other.query('begin; lock table campaign_counts in exclusive mode');

  const applying = projectContext(setup.app.app.services, setup.project.id).transaction((tx) =>
    applyNotices(tx, [{ kind: 'delivery', emailId: late, at: tx.now }], [{ emailId: late, campaignId, kind: 'click' }]),
  );
  const waiting = await vi.waitUntil(async () => (await setup.rows(held)).length > 0 && setup.rows(held), {
    timeout: 60_000,
  });
  await other.query('commit');
  await applying;

  expect(waiting.map(({ name }: { name: string }) => name)).not.toContain('billing_units');
  expect(await setup.rows('select sum(units)::int from billing_units')).toEqual([{ sum: 1 }]);
  expect(await setup.rows('select sum(machine_clicks)::int from campaign_counts')).toEqual([{ sum: 1 }]);
});

test('of many reasons fifty are named and the rest are others; of many links a hundred are kept, the most clicked first (D-832)', async () => {
  const links = Array.from({ length: 105 }, (_, n) => `<a href="https://acme.example/${n}">x</a>`);
  const { setup, id } = await sentCampaign(1, { body: `<p>${links.join('')}</p>` });
  await setup.rows(
    `insert into campaign_reasons select $1, $2, 'bounced', '5.1.' || n, n from generate_series(1, 60) n`,
    [setup.project.id, id],
  );
  await setup.rows(`update campaign_links set clicks = 3, unique_clicks = 2 where place = 7`);

  const stats = await setup.get(`${id}/stats`);

  expect(stats.reasons).toHaveLength(51);
  expect(stats.reasons[0]).toEqual({ outcome: 'bounced', reason: '5.1.60', count: 60 });
  expect(stats.reasons.at(-1)).toEqual({ outcome: 'bounced', reason: 'other', count: 55 }); // 1 to 10
  expect(stats.links).toHaveLength(100);
  expect(stats.links[0]).toEqual({ url: 'https://acme.example/7', clicks: 3, uniqueClicks: 2 });
});

test('a campaign mail that is sent again has the links of its new recipient, no campaign, and the rules of its type (D-838)', async () => {
  const { setup, id, ids } = await sentCampaign(2, { body: '<a href="{{manageUrl}}">Mine</a>' });
  const [email = ''] = ids;
  const api = setup.project.owner.in(setup.project.id);
  const again = async (to: string) => {
    const { status, body } = await api.post(`/emails/${email}/resend`, { to });
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { campaignId: null, resentFrom: email, type: 'MARKETING' },
    });
    return body;
  };

  const other = await again('c1@example.com');
  expect(other).toMatchObject({ status: 'QUEUED', sourceType: 'TRANSACTIONAL' });
  const path = /\/m\/[\w-]+/.exec((await api.get(`/emails/${other.id}`)).body.body)?.[0] ?? '';
  expect((await setup.app.anyone.get(path, { accept: 'application/json' })).body).toMatchObject({
    email: 'c…@example.com',
  });
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  expect((await setup.app.anyone.send({ method: 'POST', path, raw: 'subscribed=false', headers: form })).status).toBe(
    200,
  );
  expect(await setup.rows('select email from contacts where not subscribed')).toEqual([{ email: 'c1@example.com' }]);

  expect(await again('c1@example.com')).toMatchObject({ status: 'SUPPRESSED', reason: 'UNSUBSCRIBED' });
  expect(await again('stranger@example.com')).toMatchObject({ status: 'SUPPRESSED', reason: 'UNSUBSCRIBED' });
  expect(await setup.get(`${id}/stats`)).toMatchObject({ totalRecipients: 2, sentCount: 2 });
  expect(
    await setup.rows(`select category, used::int from billing_usage where category = 'transactional'`),
  ).toMatchObject([{ used: 1 }]);
});
