import assert from 'node:assert/strict';
import { mixedCampaign } from '../campaigns/mixed-campaign.ts';
import { projectEndpoint } from '../conventions/project-endpoint.ts';
import { entry, it } from '../entry.ts';
import { flip, record } from '../events/record.ts';
import { enabledWorkflow, started } from '../workflows/new-execution.ts';
import { aDelay } from '../workflows/new-workflow.ts';
import { answered, answeredWhole, isInstant, refused } from '../world/expect.ts';
import { newEmail } from '../world/people.ts';
import { badPeriods, pastMail } from './past-mails.ts';

const path = '/activity/stats';
const zeros = {
  ...{ totalEvents: 0, totalEmailsSent: 0, totalEmailsDelivered: 0, totalEmailsOpened: 0, totalEmailsClicked: 0 },
  ...{ totalEmailsBounced: 0, totalEmailsComplained: 0, totalUnsubscribes: 0, totalWorkflowsStarted: 0 },
  ...{ openRate: 0, clickRate: 0, oldestDueSeconds: 0 },
  balance: { accepted: 0, delivered: 0, handedOver: 0, bounced: 0, notSent: 0, waiting: 0 },
};

export const activityStats = entry(
  'GET /activity/stats',
  projectEndpoint({ endpoint: 'GET /activity/stats', status: 200, request: async () => ({ path }) }),
  it('returns zeros for a new project, for whole quarters of an hour (D-1001, D-1003, D-1013)', async (world) => {
    const owner = await world.owner();
    const period = 'from=2026-06-01T10:07:00Z&to=2026-06-02T10:31:00Z';
    answeredWhole(await owner.key.get(`${path}?${period}`), 200, {
      ...zeros,
      from: '2026-06-01T10:00:00.000Z',
      to: '2026-06-02T10:45:00.000Z',
    });
    const { from, to } = (await owner.key.get(path)).body;
    isInstant(from);
    isInstant(to);
  }),
  it('adds up to what the campaign says, and every accepted mail is in the balance once (D-1003, D-1013)', async (world) => {
    const { owner, id } = await mixedCampaign(world);
    const stats = (await owner.key.get(`/campaigns/${id}/stats`)).body;
    const reply = await owner.key.get(path);
    answered(reply, 200, {
      totalEmailsSent: stats.sentCount,
      totalEmailsDelivered: stats.deliveredCount,
      totalEmailsOpened: stats.openedCount,
      totalEmailsClicked: stats.clickedCount,
      totalEmailsBounced: stats.bouncedCount,
      totalEmailsComplained: stats.complainedCount,
      openRate: stats.openRate,
      clickRate: stats.clickRate,
    });
    const days: Record<string, number>[] = (await owner.key.get('/analytics/timeseries')).body;
    for (const [total, name] of [
      ['totalEmailsSent', 'emails'],
      ['totalEmailsDelivered', 'delivered'],
      ['totalEmailsOpened', 'opens'],
      ['totalEmailsClicked', 'clicks'],
      ['totalEmailsBounced', 'bounces'],
      ['totalEmailsComplained', 'complaints'],
      ['totalUnsubscribes', 'unsubscribes'],
    ] as const) {
      const sum = days.reduce((all, day) => all + (day[name] ?? 0), 0);
      assert.equal(reply.body[total], sum, total);
    }
    assert.deepEqual([stats.machineOpens, stats.machineClicks], [1, 1]); // in no other figure
    const { accepted, delivered, handedOver, bounced, notSent, waiting } = reply.body.balance;
    assert.equal(accepted, stats.totalRecipients);
    assert.equal(bounced, stats.bouncedCount);
    assert.equal(notSent, stats.suppressedCount + stats.failedCount + stats.cancelledCount);
    assert.equal(delivered + handedOver + bounced + notSent + waiting, accepted);
  }),
  it('counts tracked events alone, and changes to unsubscribed in every mode (D-1002, D-1013)', async (world) => {
    const owner = await world.owner();
    const email = newEmail('stats');
    await record(owner, 'visit', email);
    await record(owner, 'visit', email);
    await flip(owner, email);
    await started(owner, (await enabledWorkflow(owner, {}, aDelay)).id);
    for (const mode of ['live', 'test', 'all']) {
      answered(await owner.key.get(`${path}?mode=${mode}`), 200, {
        totalEvents: 2,
        totalUnsubscribes: 1,
        totalWorkflowsStarted: 1,
      });
    }
    answered(await owner.key.get(`${path}?from=2026-01-01&to=2026-01-31`), 200, {
      totalEvents: 0,
      totalUnsubscribes: 0,
    });
  }),
  it('says what has become of the mails of a period, whenever it happened (D-1003, D-1013)', async (world) => {
    const owner = await world.owner();
    await pastMail(world, owner, { at: '2026-06-01T10:00:00Z', openedAt: '2026-06-20T10:00:00Z' });
    for (const at of ['2026-06-01T11:00:00Z', '2026-06-01T12:00:00Z']) await pastMail(world, owner, { at });
    answered(await owner.key.get(`${path}?from=2026-06-01&to=2026-06-02`), 200, {
      totalEmailsSent: 3,
      totalEmailsOpened: 0,
      openRate: 33.33,
      balance: { accepted: 3, delivered: 1, handedOver: 2, bounced: 0, notSent: 0, waiting: 0 },
    });
    answered(await owner.key.get(`${path}?from=2026-06-20&to=2026-06-21`), 200, { totalEmailsOpened: 1, openRate: 0 });
  }),
  it('refuses what it cannot parse (D-1001, D-1002)', async (world) => {
    const { key } = await world.own();
    for (const [query, parameter] of badPeriods) {
      refused(await key.get(`${path}?${query}`), 400, 'BAD_REQUEST', { parameter });
    }
  }),
);
