import { expect, test } from 'vitest';
import { limits } from '#pure/limits';
import { type CampaignSetup, campaignSetup } from '#testing/campaign-setup';

/** The contacts `c0@example.com`, … of the setup, whose audience has been read. */
async function begun(fields: object = {}, count = 3): Promise<Asked> {
  const setup = await campaignSetup();
  await setup.contacts(count);
  return askedOf(setup, await setup.draft(fields));
}

interface Asked {
  readonly setup: CampaignSetup;
  readonly id: string;
  contact(n: number): Promise<string>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at fields of every type
  why(n: number, campaignId?: string): Promise<any>;
  send(): Promise<void>;
}

function askedOf(setup: CampaignSetup, id: string): Asked {
  const api = setup.project.owner.in(setup.project.id);
  const contact = async (n: number): Promise<string> => {
    const [row] = await setup.rows('select id from contacts where email = $1', [`c${n}@example.com`]);
    return row.id;
  };
  return {
    setup,
    id,
    contact,
    why: async (n, campaignId = id) =>
      (await api.get(`/contacts/${await contact(n)}/why?campaignId=${campaignId}`)).body,
    async send() {
      await setup.post(`${id}/send`);
      setup.sendAll();
      await setup.ended(id);
    },
  };
}

/** `audience: pass, …` */
const results = ({ checks }: { checks: { check: string; result: string }[] }): string =>
  checks.map(({ check, result }) => `${check}: ${result}`).join(', ');

const suppress = (setup: CampaignSetup, email: string) =>
  setup.rows(
    `insert into suppressions (project_id, id, email, reason, blocks, created_at)
     values ($1, gen_random_uuid(), $2, 'BOUNCE', 'ALL', now())`,
    [setup.project.id, email],
  );

test('a mail that was handed over: the record says so, whatever the contact is today (D-235, D-840)', async () => {
  const { setup, why, send } = await begun();
  await send();
  await setup.rows(`update contacts set subscribed = false, updated_at = now()`);
  await suppress(setup, 'c0@example.com');

  const found = await why(0);

  const [email] = await setup.rows(`select id from emails where recipient = 'c0@example.com'`);
  expect(found).toMatchObject({ received: true, emailId: email.id });
  expect(found.answer).toMatch(/^Sent: Handed over on .* UTC/);
  expect(results(found)).toBe(
    'audience: pass, subscription: pass, suppression: pass, pause: pass, cap: pass, delivery: pass',
  );
});

test('a suppressed address, a bounce and a refusal are told from their records (D-235)', async () => {
  const { setup, why, send } = await begun();
  await suppress(setup, 'c0@example.com');
  await send();
  const bounced = `update emails set status = 'BOUNCED', bounced_at = now(), error = '5.1.1 no such user'
    where recipient = 'c1@example.com'`;
  await setup.rows(bounced);
  await setup.rows(`update emails set status = 'FAILED', reason = 'REJECTED', sent_at = null, error = '550 not here'
    where recipient = 'c2@example.com'`);

  const [suppressed, bounce, refusal] = [await why(0), await why(1), await why(2)];

  expect(suppressed).toMatchObject({ received: false, answer: 'Not sent: The address was suppressed (BOUNCE)' });
  expect(results(suppressed)).toContain('subscription: pass, suppression: fail');
  expect(bounce).toMatchObject({ received: false, emailId: expect.any(String) });
  expect(bounce.answer).toMatch(/^Sent, but not delivered: Bounced on .*: 5\.1\.1 no such user$/);
  expect(refusal).toMatchObject({ received: false, answer: 'Not sent: The mail was refused: 550 not here' });
});

test('a mail that waits says what it waits for, and who unsubscribed meanwhile is not mailed', async () => {
  const { setup, id, why, contact } = await begun();
  await setup.post(`${id}/send`);
  await setup.post(`${id}/pause`);
  setup.runAll();
  await expect.poll(() => setup.get(id), { timeout: 20_000 }).toMatchObject({ expandedAt: expect.any(String) });

  const paused = await why(0);
  const api = setup.project.owner.in(setup.project.id);
  await api.patch(`/contacts/${await contact(1)}`, { subscribed: false });
  await setup.post(`${id}/resume`);
  setup.work();
  await setup.ended(id);
  const unsubscribed = await why(1);

  expect(paused).toMatchObject({ received: false, answer: 'Not sent yet: The campaign is paused' });
  expect(results(paused)).toContain('pause: fail, cap: pass, delivery: unknown');
  expect(unsubscribed.answer).toMatch(/^Not sent: Unsubscribed since .* UTC by api$/);
  expect(results(unsubscribed)).toContain('audience: pass, subscription: fail, suppression: pass');
});

test('a deferred mail shows the last reply and the next attempt', async () => {
  const { setup, id, why } = await begun();
  setup.relay.script = { rcpt: '452 4.2.2 mailbox full' };
  await setup.post(`${id}/send`);
  setup.sendAll();
  const deferred = () => setup.rows(`select from delivery_attempts where outcome = 'DEFERRED'`);
  await expect.poll(async () => (await deferred()).length, { timeout: 20_000 }).toBe(3);

  const found = await why(0);

  expect(found).toMatchObject({ received: false });
  expect(found.answer).toMatch(
    /^Not sent yet: Attempt 1 was answered with ".*mailbox full.*"; the next one follows on /,
  );
});

const isPro = { logic: 'AND', groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] }] };

test('without a record the frozen audience is evaluated; what may have changed since is unknown and not a failure (D-840)', async () => {
  const setup = await campaignSetup();
  await setup.contacts(3, (n) => ({ plan: n === 2 ? 'pro' : 'free' }));
  const { id, why, send } = askedOf(setup, await setup.draft({ audienceType: 'FILTERED', audienceCondition: isPro }));
  await send();
  await setup.rows(`update contacts set updated_at = now() + interval '1 second' where email = 'c1@example.com'`);
  await setup.rows(`update campaigns set audience_condition = null, audience_type = 'ALL' where id = $1`, [id]);

  const [kept, changed] = [await why(0), await why(1)];

  expect(kept).toMatchObject({
    received: false,
    emailId: null,
    answer: 'Not sent: data.plan equals "pro" does not hold, the contact has "free"',
  });
  expect(kept.checks[0]).toMatchObject({
    check: 'audience',
    result: 'fail',
    path: 'groups.0.filters.0',
    actual: 'free',
  });
  expect(results(changed)).toBe(
    'audience: unknown, subscription: pass, suppression: pass, pause: pass, cap: pass, delivery: unknown',
  );
  expect(changed.answer).toMatch(/^Not known: data\.plan equals "pro": .* today it does not hold/);
});

test('of a segment its rules are shown, as they were when sending began, with the events they name (D-840)', async () => {
  const setup = await campaignSetup();
  await setup.contacts(2, (n) => ({ plan: n === 1 ? 'pro' : 'free' }));
  const api = setup.project.owner.in(setup.project.id);
  const signedUp = { field: 'event.signup', operator: 'notTriggered' };
  const condition = { logic: 'AND', groups: [{ filters: [...(isPro.groups[0]?.filters ?? []), signedUp] }] };
  const segment = await api.post('/segments', { name: 'Pro', type: 'DYNAMIC', condition });
  const { why, send, contact } = askedOf(
    setup,
    await setup.draft({ audienceType: 'SEGMENT', segmentId: segment.body.id }),
  );
  await send();
  const other = { logic: 'AND', groups: [{ filters: [{ field: 'email', operator: 'exists' }] }] };
  await api.patch(`/segments/${segment.body.id}`, { condition: other });
  await setup.rows(
    `insert into contact_events (project_id, name, contact_id, last_at, total) values ($1, 'signup', $2, now(), 1)`,
    [setup.project.id, await contact(0)],
  );

  const found = await why(0);

  expect(found.checks.slice(0, 2)).toMatchObject([
    { check: 'audience', result: 'fail', path: 'groups.0.filters.0', actual: 'free' },
    { check: 'audience', result: 'unknown', path: 'groups.0.filters.1', actual: expect.stringContaining('T') },
  ]);
});

test('a segment beside other rules is a rule of its own, with its condition and events of that time', async () => {
  const setup = await campaignSetup();
  await setup.contacts(1);
  const api = setup.project.owner.in(setup.project.id);
  const only = (filter: object) => ({ logic: 'AND', groups: [{ filters: [filter] }] });
  const condition = only({ field: 'event.signup', operator: 'notTriggered' });
  const segment = (await api.post('/segments', { name: 'Quiet', type: 'DYNAMIC', condition })).body.id;
  const filters = [
    { field: 'data.n', operator: 'equals', value: 9 },
    { field: `segment.${segment}`, operator: 'memberOfSegment' },
  ];
  const audienceCondition = { logic: 'AND', groups: [{ filters }] };
  const { id, why, contact } = askedOf(setup, await setup.draft({ audienceType: 'FILTERED', audienceCondition }));
  await setup.rows(`update contacts set data = '{"n": 9}'`); // so that the campaign has a recipient
  await setup.post(`${id}/send`);
  await setup.rows(`update contacts set data = '{"n": 1}'`);
  await api.patch(`/segments/${segment}`, { condition: only({ field: 'email', operator: 'exists' }) });
  await setup.rows(
    `insert into contact_events (project_id, name, contact_id, last_at, total) values ($1, 'signup', $2, now(), 1)`,
    [setup.project.id, await contact(0)],
  );

  const found = await why(0);

  expect(found.checks.slice(0, 2)).toMatchObject([
    { result: 'fail', path: 'groups.0.filters.0', actual: 1 },
    { result: 'unknown', path: 'groups.0.filters.1', actual: false },
  ]);
  expect(found.checks[1].message).toContain('member of the segment "Quiet"');
});

test('unsubscribed contacts, contacts of the excluded campaign and new ones are told apart (D-840)', async () => {
  const { setup, id, why, send } = await begun({}, 2);
  await send();
  const second = await setup.draft({ excludeCampaignId: id });
  await setup.rows(
    `insert into contacts (project_id, id, email, subscribed, source, created_at, updated_at)
     values ($1, gen_random_uuid(), 'c7@example.com', true, 'api', now(), now()),
            ($1, gen_random_uuid(), 'c8@example.com', false, 'send', now(), now())`,
    [setup.project.id],
  );
  const asked = askedOf(setup, second);
  await asked.send();
  await setup.rows(
    `insert into contacts (project_id, id, email, subscribed, source, created_at, updated_at)
     values ($1, gen_random_uuid(), 'c9@example.com', true, 'api', now(), now())`,
    [setup.project.id],
  );

  const [excluded, sent, unsubscribed, late] = [
    await asked.why(0),
    await asked.why(7),
    await asked.why(8),
    await asked.why(9),
  ];

  expect(excluded.answer).toMatch(/^Not sent: Left out by excludeCampaignId/);
  expect(excluded.checks[1]).toMatchObject({ check: 'audience', result: 'fail', actual: id });
  expect(sent.received).toBe(true);
  expect(unsubscribed.answer).toBe('Not sent: Not subscribed since its creation (source send)');
  expect(late.answer).toMatch(/^Not sent: The contact was created on .*, after sending had begun$/);
  expect(await why(7)).toMatchObject({ answer: expect.stringContaining('after sending had begun') });
});

test('a campaign that was cancelled before the contact was read (D-840)', async () => {
  const { setup, id, why } = await begun();
  await setup.post(`${id}/send`);
  expect((await why(0)).answer).toBe('Not sent yet: the recipients are still being read');
  await setup.post(`${id}/cancel`);

  expect((await why(0)).answer).toBe('Not sent: The campaign ended before all recipients were read');
  const scheduled = await setup.draft();
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  await setup.post(`${scheduled}/send`, { scheduledFor: tomorrow });
  expect((await why(0, scheduled)).answer).toMatch(/^Would be sent, as things are today\. The campaign is sent on /);
  await setup.post(`${scheduled}/cancel`);
  expect((await why(0, scheduled)).answer).toBe('Not sent: The campaign was cancelled before its sending began');
});

test('a draft says what would happen now (D-840)', async () => {
  const { setup, why } = await begun({ audienceType: 'FILTERED', audienceCondition: isPro }, 4);
  await setup.rows(`update contacts set data = '{"plan": "pro"}', updated_at = now() where email <> 'c0@example.com'`);
  await setup.rows(`update contacts set subscribed = false where email = 'c1@example.com'`);
  await suppress(setup, 'c2@example.com');

  const [outside, unsubscribed, suppressed, fine] = [await why(0), await why(1), await why(2), await why(3)];
  await setup.rows(`update projects set marketing_paused_at = now() where id = $1`, [setup.project.id]);
  const held = await why(3);

  expect(outside.answer).toBe('Would not be sent: data.plan equals "pro" does not hold, the contact has nothing');
  expect(unsubscribed.answer).toMatch(/^Would not be sent: Not subscribed since its creation/);
  expect(suppressed.answer).toBe('Would not be sent: The address is suppressed (SUPPRESSION_BOUNCE)');
  expect(fine).toMatchObject({ received: false, emailId: null });
  expect(fine.answer).toMatch(/^Would be sent, as things are today/);
  expect(results(fine)).toBe(
    'audience: pass, subscription: pass, suppression: pass, pause: pass, cap: pass, delivery: unknown',
  );
  expect(held.answer).toBe('Would not be sent: Marketing mail of the project is paused');
});

test('of a template the newest mail of the contact answers, among its newest 10,000 (D-235)', async () => {
  const { setup, contact } = await begun();
  const api = setup.project.owner.in(setup.project.id);
  const fields = { name: 'Receipt', subject: 'Receipt', body: '<p>Paid</p>', type: 'TRANSACTIONAL' };
  const template = (await api.post('/templates', { ...fields, from: 'hello@acme.example' })).body.id;
  const why = async () => (await api.get(`/contacts/${await contact(0)}/why?templateId=${template}`)).body;
  const before = await why();
  await api.post('/v1/send', { to: 'c0@example.com', template });
  setup.work();
  await setup.idle();

  const found = await why();

  expect(before).toMatchObject({ received: false, emailId: null, checks: [] });
  expect(found).toMatchObject({ received: true, answer: expect.stringMatching(/^Sent: /) });
  expect(results(found)).toBe('subscription: pass, suppression: pass, pause: pass, cap: pass, delivery: pass');
  await setup.rows(
    `insert into emails (project_id, id, contact_id, status, from_email, type, source_type, created_at, updated_at)
     select $1, first_id_at(now() + n * interval '1 second'), $2, 'SENT', 'hello@acme.example', 'TRANSACTIONAL', 'TRANSACTIONAL', now(), now()
       from generate_series(1, $3::int) n`,
    [setup.project.id, await contact(0), limits.contactMailsLookedAt],
  );
  expect(await why()).toMatchObject({ emailId: null, checks: [] });
});
