import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { type ProjectContext, projectContext } from '#platform/context';
import { type Client, startTestApp, type TestApp } from '#testing';
import { campaignsSendingFrom } from './references.ts';

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

const aCampaign = async (fields: object = {}): Promise<{ id: string; name: string; status: string }> => {
  const given = { name: 'May', subject: 's', body: 'b', from: 'hello@postrider.test', audienceType: 'ALL', ...fields };
  const { id, name, status } = (await client.post('/campaigns', given)).body.data;
  return { id, name, status };
};
const filtered = (field: string, operator: string, value?: unknown) => ({
  audienceType: 'FILTERED',
  audienceCondition: { logic: 'AND', groups: [{ filters: [{ field, operator, value }] }] },
});
const aSegment = async (condition?: object): Promise<{ id: string; slug: string }> =>
  (await client.post('/segments', { name: 'A', ...(condition ? { condition } : { type: 'STATIC' }) })).body;

test('the usage of a field names the campaigns whose audience reads it (D-222)', async () => {
  const campaign = await aCampaign(filtered('data.plan', 'equals', 'pro'));
  await aCampaign(filtered('data.city', 'equals', 'Bonn'));
  await aCampaign();

  expect((await client.get('/contacts/fields/plan/usage')).body.usedInCampaigns).toEqual([campaign]);
});

test('the usage of an event names the campaigns whose audience mentions it, through a segment too (D-414)', async () => {
  const buyers = await aSegment(filtered('event.purchase', 'triggered').audienceCondition);
  const direct = await aCampaign(filtered('event.purchase', 'triggered'));
  const byWay = await aCampaign({ ...filtered(`segment.${buyers.id}`, 'memberOfSegment'), name: 'June' });
  await aCampaign(filtered('event.other', 'triggered'));

  const { usedInCampaigns } = (await client.get('/events/purchase/usage')).body;
  expect(usedInCampaigns).toEqual([direct, byWay]);
});

test('a segment is not deleted while a campaign that is not finished goes to it or names it in its condition (D-342)', async () => {
  const segment = await aSegment();
  const direct = await aCampaign({ audienceType: 'SEGMENT', segmentId: segment.id });
  const named = await aCampaign(filtered(`segment.${segment.id}`, 'notMemberOfSegment'));

  const refused = await client.delete(`/segments/${segment.id}`);
  expect(refused.status).toBe(409);
  expect(refused.body.error.details).toEqual({ campaigns: [direct, named] });
  await client.delete(`/campaigns/${direct.id}`);
  await app.app.services.database.pool.query(`update campaigns set status = 'SENT' where id = $1`, [named.id]);
  expect((await client.delete(`/segments/${segment.id}`)).status).toBe(204);
});

test('a campaign does not begin to use a segment that is being deleted, and a deletion waits for one that does', async () => {
  for (let round = 0; round < 5; round += 1) {
    const segment = await aSegment();
    const given = { name: 'May', subject: 's', body: 'b', from: 'hello@postrider.test' };
    const [created, deleted] = await Promise.all([
      client.post('/campaigns', { ...given, audienceType: 'SEGMENT', segmentId: segment.id }),
      client.delete(`/segments/${segment.id}`),
    ]);

    expect([
      [200, 409],
      [404, 204],
    ]).toContainEqual([created.status, deleted.status]);
  }
});

test('the usage of a template names the campaigns that were copied from it; they lose its name when it is deleted (D-508)', async () => {
  const template = { name: 'T', subject: 's', body: 'b', type: 'MARKETING' };
  const { id } = (await client.post('/templates', template)).body;
  const campaign = await aCampaign({ templateId: id });
  await aCampaign();

  expect((await client.get(`/templates/${id}/usage`)).body).toMatchObject({
    campaigns: [campaign],
    counts: { campaigns: 1 },
  });
  expect((await client.delete(`/templates/${id}`)).status).toBe(204);
  expect((await client.get(`/campaigns/${campaign.id}`)).body.templateId).toBe(null);
});

test('a domain is in use by the campaigns that are not finished and send from it', async () => {
  const [draft, sent] = [await aCampaign(), await aCampaign()];
  await app.app.services.database.pool.query(`update campaigns set status = 'SENT' where id = $1`, [sent.id]);

  const found = (domain: string) => ctx.read((reader) => campaignsSendingFrom(reader, domain));
  expect(await found('postrider.test')).toEqual([{ by: 'campaign', ...draft }]);
  expect(await found('test')).toEqual([]);
});
