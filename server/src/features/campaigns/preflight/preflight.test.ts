import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { type ProjectContext, projectContext } from '#platform/context';
import { anotherProcess, type Client, startTestApp, type TestApp } from '#testing';
import type { CampaignId } from '../campaign.ts';
import { endRun, findRun } from './background-run.ts';
import { countInBackground } from './count-in-background.ts';
import { preflightCampaign } from './preflight-campaign.ts';

let app: TestApp;
let client: Client;
let ctx: ProjectContext;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'));
});
beforeEach(async () => {
  const project = await app.given.project();
  client = app.as(project.secretKey);
  ctx = projectContext(app.app.services, project.id);
});
afterAll(() => app.close());

const run = (statement: string, values: readonly unknown[] = []) =>
  app.app.services.database.pool.query(statement, [...values]);

const aCampaign = async (fields: object = {}): Promise<CampaignId> => {
  const given = { name: 'May', subject: 'Hello', body: '<p>Hi {{ name }}</p>', from: 'hello@postrider.test' };
  return (await client.post('/campaigns', { ...given, audienceType: 'ALL', ...fields })).body.data.id;
};
const aContact = (email: string, data: object = {}, subscribed = true) =>
  client.post('/contacts', { email, data, subscribed });
const codesOf = (findings: readonly { code: string }[]) => findings.map(({ code }) => code);

/** Without time for a count in the request. */
const inBackground = (id: CampaignId) => preflightCampaign(ctx, id, null, { milliseconds: 0 });

test('what is not counted in time is counted in the background, and the same request finds it', async () => {
  await aContact('ann@example.com');
  await aContact('bob@example.com', { name: 'Bob' });
  const id = await aCampaign();

  const first = await inBackground(id);
  expect(first).toMatchObject({ isComplete: false, figures: null, estimatedSeconds: null });
  expect(codesOf(first.findings)).toContain('NOT_CHECKED');
  expect((await client.get(`/campaigns/${id}/preflight`)).body).toMatchObject({ ready: false, complete: false });
  await app.settle();

  expect(await inBackground(id)).toMatchObject({ isComplete: true, figures: { audience: 2 } });
  const { body } = await client.get(`/campaigns/${id}/preflight`);
  expect(body).toMatchObject({ complete: true, recipients: { audience: 2, willReceive: 2 } });
  expect(body.blocks).toMatchObject([
    { code: 'VARIABLE_MISSING', count: 1, sample: [{ email: 'ann@example.com' }], line: 1, column: 7 },
  ]);
});

test('a newer count in the background replaces the one before it', async () => {
  await aContact('ann@example.com');
  const [first, second] = [await aCampaign(), await aCampaign()];

  await inBackground(first);
  await inBackground(second);
  await app.settle();

  const { rows } = await run('select campaign_id from campaign_preflights where project_id = $1', [ctx.projectId]);
  expect(rows).toEqual([{ campaign_id: second }]);
  const { rows: left } = await run('select from campaign_preflight_runs where project_id = $1', [ctx.projectId]);
  expect(left).toHaveLength(0);
});

test('a run that was replaced while it counted neither ends the newer one nor stores anything', async () => {
  const [first, second] = [await aCampaign(), await aCampaign()];
  await inBackground(first);
  const older = await ctx.read(findRun);
  await inBackground(second);

  expect(await ctx.transaction((tx) => endRun(tx, older?.id ?? ''))).toBe(false);
  expect(await ctx.read(findRun)).toMatchObject({ campaignId: second });
});

test('figures are used again for half a minute, for the same audience and variables alone', async () => {
  await aContact('ann@example.com');
  const id = await aCampaign();
  const audienceOf = async (fields: object) =>
    (await client.post(`/campaigns/${id}/preflight`, fields)).body.recipients.audience;
  expect(await audienceOf({})).toBe(1);
  await aContact('bob@example.com');

  expect(await audienceOf({ subject: 'Other', body: '<p>Dear {{ name }}</p>' })).toBe(1);
  expect(await audienceOf({ body: '<p>{{ name }} {{ city }}</p>' })).toBe(2);
  await aContact('cid@example.com');
  await run(`update campaign_preflights set reusable_until = now() - interval '1 second' where campaign_id = $1`, [id]);
  expect(await audienceOf({ body: '<p>{{ name }} {{ city }}</p>' })).toBe(3);
});

test('an audience that has changed by more than a fifth is pointed out, as long as its figures are used', async () => {
  for (let n = 0; n < 5; n += 1) await aContact(`c${n}@example.com`);
  const id = await aCampaign({ body: '<p>Hi</p>' });
  const warnings = async () => codesOf((await client.get(`/campaigns/${id}/preflight`)).body.warnings);
  const later = () =>
    run(`update campaign_preflights set reusable_until = now() - interval '1 second' where campaign_id = $1`, [id]);

  expect(await warnings()).toEqual([]);
  await aContact('c5@example.com');
  await later();
  expect(await warnings()).toEqual([]); // from 5 to 6
  await aContact('c6@example.com');
  await aContact('c7@example.com');
  await later();
  expect(await warnings()).toEqual(['AUDIENCE_CHANGED']); // from 6 to 8
  expect(await warnings()).toEqual(['AUDIENCE_CHANGED']);
  await later();
  expect(await warnings()).toEqual([]);
});

test('a lost run is begun again, and a campaign that is deleted meanwhile ends its run', async () => {
  await aContact('ann@example.com');
  const id = await aCampaign();
  await inBackground(id);
  await run(`update campaign_preflight_runs set requested_at = now() - interval '5 minutes' where campaign_id = $1`, [
    id,
  ]);

  expect(await preflightCampaign(ctx, id)).toMatchObject({ isComplete: true });
  await client.delete(`/campaigns/${id}`);
  await app.settle();
  const { rows } = await run('select from campaign_preflight_runs where project_id = $1', [ctx.projectId]);
  expect(rows).toHaveLength(0);
});

test('contacts are in one part of the audience: left out, unsubscribed, suppressed or recipients', async () => {
  const other = await aCampaign();
  await run(`update campaigns set status = 'SENT', sent_at = now() - interval '1 hour' where id = $1`, [other]);
  for (const name of ['reached', 'failed', 'gone', 'blocked', 'marketing', 'instance', 'plain'])
    await aContact(`${name}@example.com`, {}, name !== 'gone');
  await run(`update contacts set source = 'send' where project_id = $1 and email = 'gone@example.com'`, [
    ctx.projectId,
  ]);
  await run(
    `insert into emails (project_id, id, contact_id, status, from_email, type, source_type, campaign_id, sent_at, created_at, updated_at)
     select c.project_id, gen_random_uuid(), c.id, 'SENT', 'x@y.z', 'MARKETING', 'CAMPAIGN', $2,
            case when email like 'reached%' then now() end, now(), now()
       from contacts c where c.project_id = $1 and (email like 'reached%' or email like 'failed%')`,
    [ctx.projectId, other],
  );
  await client.post('/suppressions', { emails: ['blocked@example.com', 'marketing@example.com'] });
  await run(
    `update suppressions set blocks = case when email like 'm%' then 'MARKETING' else 'ALL' end where project_id = $1`,
    [ctx.projectId],
  );
  await run(
    `insert into instance_suppressions (email, reason, created_at) values ('instance@example.com', 'BOUNCE', now())`,
  );

  const id = await aCampaign({ body: '<p>Hi</p>', excludeCampaignId: other });
  const of = async (fields: object) => (await client.post(`/campaigns/${id}/preflight`, fields)).body;

  const marketing = await of({});
  expect(marketing.recipients).toEqual({ audience: 7, willReceive: 2, unsubscribed: 1, suppressed: 3, excluded: 1 });
  expect(marketing.notes).toMatchObject([{ code: 'TEST_MODE' }, { code: 'CREATED_BY_SEND', count: 1 }]);
  expect((await of({ type: 'TRANSACTIONAL', excludeCampaignId: null })).recipients).toEqual({
    audience: 7,
    willReceive: 5,
    unsubscribed: 0,
    suppressed: 2,
    excluded: 0,
  });
  await run(`delete from instance_suppressions where email = 'instance@example.com'`);
});

test('many recipients without a value: all are counted, five are named; few are found by an index', async () => {
  await run(
    `insert into contacts (project_id, id, email, subscribed, data, source, created_at, updated_at)
     select $1, gen_random_uuid(), 'c' || n || '@example.com', true,
            jsonb_build_object('code', case when n % 1000 = 0 then 'chosen' else 'code ' || n end),
            'api', now(), now() from generate_series(1, 20000) n`,
    [ctx.projectId],
  );
  const id = await aCampaign();
  const chosen = { logic: 'AND', groups: [{ filters: [{ field: 'data.code', operator: 'equals', value: 'chosen' }] }] };
  const of = async (fields: object) => (await client.post(`/campaigns/${id}/preflight`, fields)).body;

  const all = await of({});
  expect(all.blocks).toMatchObject([{ code: 'VARIABLE_MISSING', count: 20_000 }]);
  expect(new Set(all.blocks[0].sample.map((each: { id: string }) => each.id)).size).toBe(5);
  const few = await of({ audienceType: 'FILTERED', audienceCondition: chosen });
  expect(few).toMatchObject({ recipients: { audience: 20 }, blocks: [{ count: 20 }] });
  expect(few.blocks[0].sample).toHaveLength(5);
});

test('a hundred variables are looked for at once', async () => {
  await aContact('ann@example.com', { v7: 'x' });
  const names = Array.from({ length: 101 }, (_, n) => `v${n}`);
  const id = await aCampaign({ body: `<p>${names.map((name) => `{{ ${name} }}`).join('')}</p>` });

  const { body } = await client.get(`/campaigns/${id}/preflight`);

  expect(codesOf(body.blocks)).toEqual(Array(99).fill('VARIABLE_MISSING'));
  expect(
    body.blocks.every(({ count, sample }: { count: number; sample: unknown[] }) => count + sample.length === 2),
  ).toBe(true);
  expect(codesOf(body.notes)).toContain('NOT_CHECKED');
});

test('a field that is being removed counts as missing, and names of contacts that are gone are not shown', async () => {
  await aContact('ann@example.com', { name: 'Ann' });
  const id = await aCampaign();
  expect((await client.get(`/campaigns/${id}/preflight`)).body.blocks).toEqual([]);
  await run(`update contact_fields set deleted_at = now() where project_id = $1 and key = 'name'`, [ctx.projectId]);
  await run(`update campaign_preflights set reusable_until = now() - interval '1 second' where campaign_id = $1`, [id]);

  const before = (await client.get(`/campaigns/${id}/preflight`)).body.blocks;
  expect(before).toMatchObject([{ code: 'VARIABLE_MISSING', count: 1, sample: [{ email: 'ann@example.com' }] }]);
  await client.delete(`/contacts/${before[0].sample[0].id}`);
  expect((await client.get(`/campaigns/${id}/preflight`)).body.blocks).toMatchObject([{ count: 1, sample: [] }]);
});

test('an audience that cannot be counted in the background either is said so, and not counted over and over', async () => {
  const id = await aCampaign();
  await preflightCampaign(ctx, id);
  await run('update campaign_preflights set figures = null where campaign_id = $1', [id]);

  const { body } = await client.get(`/campaigns/${id}/preflight`);

  expect(body).toMatchObject({ ready: false, complete: false, recipients: { audience: null } });
  expect(body.notes).toContainEqual(
    expect.objectContaining({ code: 'NOT_CHECKED', message: expect.stringContaining('within 120 seconds') }),
  );
});

test('a second run of the task in the background finds nothing to do', async () => {
  await aContact('ann@example.com');
  const id = await aCampaign();
  await inBackground(id);
  await countInBackground.run(ctx, {});
  const before = await run('select * from campaign_preflights where campaign_id = $1', [id]);

  await countInBackground.run(ctx, {});

  expect((await run('select * from campaign_preflights where campaign_id = $1', [id])).rows).toEqual(before.rows);
  expect(before.rows).toMatchObject([{ audience: '1', audience_before: null }]);
});

test('marketing mail needs DMARC where the operator wants it', async () => {
  const settings = { MARKETING_WITHOUT_DMARC: 'refuse' };
  const strict = await anotherProcess(app, settings);
  const { id: domainId } = (await client.post('/domains', { domain: 'strict.example' })).body;
  await run(`update domains set status = 'verified', verified_at = now() where id = $1`, [domainId]);
  const id = await aCampaign({ from: 'hello@strict.example', body: '<p>Hi</p>' });
  await aContact('ann@example.com');
  const strictCtx = projectContext(strict.services, ctx.projectId);
  const senderFindings = async () =>
    (await preflightCampaign(strictCtx, id)).findings.filter(({ field }) => field === 'from');

  expect(await senderFindings()).toMatchObject([{ code: 'DMARC_REQUIRED', fix: { action: 'open_domain', domainId } }]);
  await run(`update campaigns set type = 'TRANSACTIONAL' where id = $1`, [id]);
  expect(await senderFindings()).toMatchObject([{ code: 'DMARC_MISSING' }]);
});
