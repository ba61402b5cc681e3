import assert from 'node:assert/strict';
import { mixedCampaign } from '../campaigns/mixed-campaign.ts';
import { newCampaign } from '../campaigns/new-campaign.ts';
import { projectEndpoint } from '../conventions/project-endpoint.ts';
import { entry, it } from '../entry.ts';
import { answered, answeredWhole, refused } from '../world/expect.ts';
import type { Owner } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { badPeriods } from './past-mails.ts';

/** A campaign that was sent, with these counts. */
async function sentWith(
  world: World,
  owner: Owner,
  sentAt: string,
  [sent, opened, clicked]: [number, number, number],
): Promise<string> {
  const { id } = await newCampaign(owner);
  await world.sql(`update campaigns set status = 'SENT', sent_at = $2, created_at = $2 where id = $1`, [id, sentAt]);
  await world.sql(
    `insert into campaign_counts (project_id, campaign_id, provider, slot, recipients, sent, delivered, opened, clicked)
     values ($1, $2, 'other', 0, $3, $3, $3, $4, $5)`,
    [owner.project.id, id, sent, opened, clicked],
  );
  return id;
}

const period = 'from=2026-06-01&to=2026-06-30';

export const topCampaigns = entry(
  'GET /analytics/top-campaigns',
  projectEndpoint({
    endpoint: 'GET /analytics/top-campaigns',
    status: 200,
    request: async () => ({ path: '/analytics/top-campaigns' }),
  }),
  it('lists campaigns of the period, highest first, ties by the newer; small ones only where there are no others', async (world) => {
    const owner = await world.owner();
    const large = await sentWith(world, owner, '2026-06-02T10:00:00Z', [200, 50, 40]);
    const alike = await sentWith(world, owner, '2026-06-03T10:00:00Z', [400, 100, 20]);
    const small = await sentWith(world, owner, '2026-06-04T10:00:00Z', [10, 9, 1]);
    await sentWith(world, owner, '2026-06-05T10:00:00Z', [0, 0, 0]);
    await sentWith(world, owner, '2026-07-05T10:00:00Z', [500, 499, 1]);
    const ids = async (query: string) =>
      (await owner.key.get(`/analytics/top-campaigns?${period}&${query}`)).body.map(({ id }: { id: string }) => id);
    assert.deepEqual(await ids('limit=2'), [alike, large]);
    assert.deepEqual(await ids('limit=3'), [small, alike, large]);
    assert.deepEqual(await ids('metric=clickRate&limit=2'), [large, alike]);
    assert.deepEqual(await ids('metric=sentCount'), [alike, large, small]);
    assert.deepEqual(await ids('metric=clickedCount&limit=1'), [large]);
    assert.deepEqual(await ids('metric=openedCount&limit=0'), [alike]);
    const [first] = (await owner.key.get(`/analytics/top-campaigns?${period}&limit=1`)).body;
    const { name, subject, ...rest } = first;
    assert.equal(typeof name + typeof subject, 'stringstring');
    assert.deepEqual(rest, {
      ...{ id: alike, sentAt: '2026-06-03T10:00:00.000Z', sentCount: 400, openedCount: 100, clickedCount: 20 },
      ...{ openRate: 25, clickRate: 5 },
    });
    answeredWhole(await (await world.owner()).key.get(`/analytics/top-campaigns?${period}`), 200, []);
  }),
  it('refuses what it cannot parse', async (world) => {
    const { key } = await world.own();
    for (const [query, parameter] of [...badPeriods, ['metric=luck', 'metric']] as const) {
      refused(await key.get(`/analytics/top-campaigns?${query}`), 400, 'BAD_REQUEST', { parameter });
    }
  }),
);

export const campaignStats = entry(
  'GET /analytics/campaign-stats',
  projectEndpoint({
    endpoint: 'GET /analytics/campaign-stats',
    status: 200,
    request: async () => ({ path: '/analytics/campaign-stats' }),
  }),
  it('counts campaigns that were created or began in the period, and averages those that were sent, each once (D-1021)', async (world) => {
    const owner = await world.owner();
    const first = await sentWith(world, owner, '2026-06-02T10:00:00Z', [200, 50, 40]);
    const second = await sentWith(world, owner, '2026-06-03T10:00:00Z', [100, 100, 0]);
    const { id: draft } = await newCampaign(owner);
    await world.sql(`update campaigns set created_at = '2026-06-04T10:00:00Z' where id = $1`, [draft]);
    await newCampaign(owner);
    const others: string[] = [];
    for (const status of ['SCHEDULED', 'SENDING', 'CANCELLED']) {
      const { id } = await newCampaign(owner);
      await world.sql(`update campaigns set status = $2, created_at = '2026-06-01T10:00:00Z' where id = $1`, [
        id,
        status,
      ]);
      others.unshift(id);
    }
    const reply = await owner.key.get(`/analytics/campaign-stats?${period}`);
    answered(reply, 200, {
      ...{ total: 6, active: 2, completed: 3, averageOpenRate: 62.5, averageClickRate: 10 },
      byStatus: { DRAFT: 1, SCHEDULED: 1, SENDING: 1, SENT: 2, CANCELLED: 1 },
    });
    assert.deepEqual(
      reply.body.campaigns.map(({ id }: { id: string }) => id),
      [draft, second, first, ...others],
    );
    await world.sql(
      `insert into campaigns select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid()))).*
         from campaigns c, generate_series(1, 100) where c.id = $1`,
      [draft],
    );
    const many = await owner.key.get(`/analytics/campaign-stats?${period}`);
    answered(many, 200, { total: 106 });
    assert.equal(many.body.campaigns.length, 100);
  }),
  it('has the figures that the campaign itself shows (D-1003, D-1021)', async (world) => {
    const { owner, id } = await mixedCampaign(world);
    const stats = (await owner.key.get(`/campaigns/${id}/stats`)).body;
    const [campaign] = (await owner.key.get('/analytics/campaign-stats')).body.campaigns;
    const names = [
      'totalRecipients',
      'sentCount',
      'deliveredCount',
      'openedCount',
      'clickedCount',
      'bouncedCount',
      'complainedCount',
    ];
    for (const name of [...names, 'unsubscribedCount', 'openRate', 'clickRate', 'bounceRate']) {
      assert.equal(campaign[name], stats[name], name);
    }
  }),
  it('refuses what it cannot parse', async (world) => {
    const { key } = await world.own();
    for (const [query, parameter] of badPeriods) {
      refused(await key.get(`/analytics/campaign-stats?${query}`), 400, 'BAD_REQUEST', { parameter });
    }
  }),
);
