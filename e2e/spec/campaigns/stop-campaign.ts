import assert from 'node:assert/strict';
import { projectEndpoint } from '../conventions/project-endpoint.ts';
import { unknownIds } from '../conventions/unknown-ids.ts';
import { entry, it } from '../entry.ts';
import { answered, answeredWhole, isInstant, refused } from '../world/expect.ts';
import { newEmail } from '../world/people.ts';
import { campaignIn, idInPath, newCampaign } from './new-campaign.ts';
import {
  newRecipients,
  requestScheduled,
  scheduledCampaign,
  slowCampaign,
  untilReply,
  untilStats,
  untilStatus,
} from './running-campaign.ts';

const cancelSubject = {
  endpoint: 'POST /campaigns/:id/cancel',
  status: 200,
  request: requestScheduled('/cancel'),
} as const;
const unscheduleSubject = {
  endpoint: 'POST /campaigns/:id/unschedule',
  status: 200,
  request: requestScheduled('/unschedule'),
} as const;

export const cancelCampaign = entry(
  'POST /campaigns/:id/cancel',
  projectEndpoint(cancelSubject),
  unknownIds(cancelSubject, idInPath),
  it('cancels a scheduled campaign for good, and names who did it (D-804)', async (world) => {
    const owner = await world.owner();
    await newRecipients(owner, newEmail('never'));
    for (const [client, cancelledBy] of [
      [owner.key, 'key'],
      [owner.inside, { userId: owner.id, name: owner.email }],
    ] as const) {
      const before = await scheduledCampaign(owner);
      const reply = await client.post(`/campaigns/${before.id}/cancel`);
      const { completedAt, updatedAt } = reply.body;
      isInstant(completedAt);
      assert.ok(updatedAt > before.updatedAt);
      const cancelled = { status: 'CANCELLED', cancelReason: 'USER', cancelledBy, completedAt, updatedAt };
      answeredWhole(reply, 200, { ...before, ...cancelled });
      refused(await owner.key.post(`/campaigns/${before.id}/send`), 400, 'CAMPAIGN_NOT_SENDABLE', {
        status: 'CANCELLED',
        sentAt: null,
      });
    }
    answered(await owner.key.get('/emails'), 200, { total: 0 });
  }),
  it('closes the mail that has not left, keeps what has, and can then be deleted', async (world) => {
    const owner = await world.owner();
    await newRecipients(owner, newEmail('first'), newEmail('second'), newEmail('third'), newEmail('fourth'));
    const { id } = await slowCampaign(owner);
    answered(await owner.key.post(`/campaigns/${id}/pause`), 200);
    const reply = await owner.key.post(`/campaigns/${id}/cancel`);
    answered(reply, 200, {
      status: 'CANCELLED',
      cancelReason: 'USER',
      pausedAt: null,
      pausedReason: null,
      holdReason: null,
    });
    const stats = await untilStats(owner, id, ({ cancelledCount }) => cancelledCount === 3);
    answered(stats, 200, { totalRecipients: 4, sentCount: 1, waitingCount: 0, failedCount: 0 });
    assert.deepEqual(stats.body.reasons, [{ outcome: 'cancelled', reason: 'CAMPAIGN_CANCELLED', count: 3 }]);
    const closed = await owner.key.get(`/campaigns/${id}/recipients?outcome=cancelled`);
    const one = { status: 'CANCELLED', reason: 'CAMPAIGN_CANCELLED', error: null };
    answered(closed, 200, { total: 3, data: [one, one, one] });
    const page = await owner.key.get(`/campaigns/${id}/recipients?reason=CAMPAIGN_CANCELLED&limit=1`);
    answered(page, 200, { total: 3, hasMore: true, data: [one] });
    for (const { emailId } of closed.body.data) {
      answered(await owner.key.get(`/emails/${emailId}`), 200, { status: 'CANCELLED', sentAt: null });
    }
    answered(await owner.key.get('/inbox'), 200, { total: 1 });
    await untilReply(
      () => owner.key.delete(`/campaigns/${id}`),
      (body) => body?.error?.code !== 'CAMPAIGN_ACTIVE',
    );
    refused(await owner.key.get(`/campaigns/${id}`), 404, 'CAMPAIGN_NOT_FOUND');
  }),
  it('lets a copy reach the others, and only them (D-804)', async (world) => {
    const owner = await world.owner();
    await newRecipients(owner, newEmail('first'), newEmail('second'), newEmail('third'));
    const { id } = await slowCampaign(owner);
    answered(await owner.key.post(`/campaigns/${id}/cancel`), 200);
    await untilStats(owner, id, ({ cancelledCount }) => cancelledCount === 2);
    const copy = await owner.key.post(`/campaigns/${id}/duplicate`, { excludeReached: true });
    answered(await owner.key.patch(`/campaigns/${copy.body.id}`, { sendRate: null }), 200);
    answered(await owner.key.post(`/campaigns/${copy.body.id}/send`), 200, { excludeCampaignId: id });
    const ended = await untilStatus(owner, copy.body.id, 'SENT');
    assert.deepEqual([ended.totalRecipients, ended.sentCount], [2, 2]);
    const { data } = (await owner.key.get('/inbox')).body;
    assert.equal(new Set(data.map(({ to }: { to: string }) => to)).size, 3);
  }),
  it('refuses every other state', async (world) => {
    const owner = await world.own();
    for (const status of ['DRAFT', 'SENT', 'CANCELLED']) {
      const before = await campaignIn(world, owner, status);
      refused(await owner.key.post(`/campaigns/${before.id}/cancel`), 400, 'CAMPAIGN_NOT_CANCELLABLE', { status });
      answeredWhole(await owner.key.get(`/campaigns/${before.id}`), 200, before);
    }
  }),
);

export const unscheduleCampaign = entry(
  'POST /campaigns/:id/unschedule',
  projectEndpoint(unscheduleSubject),
  unknownIds(unscheduleSubject, idInPath),
  it('makes a draft of a scheduled campaign, which does not start and can be scheduled again (D-819)', async (world) => {
    const owner = await world.owner();
    await newRecipients(owner, newEmail('never'));
    const draft = await newCampaign(owner);
    const path = `/campaigns/${draft.id}`;
    const scheduled = await owner.key.post(`${path}/send`, { delaySeconds: 1 });
    answered(scheduled, 200, { status: 'SCHEDULED' });
    const reply = await owner.key.post(`${path}/unschedule`);
    answeredWhole(reply, 200, { ...draft, updatedAt: reply.body.updatedAt });
    // Once another campaign that was due later has been sent, this one would have been.
    const later = await newCampaign(owner);
    answered(await owner.key.post(`/campaigns/${later.id}/send`, { delaySeconds: 2 }), 200);
    await untilStatus(owner, later.id, 'SENT');
    answeredWhole(await owner.key.get(path), 200, reply.body);
    answered(await owner.key.post(`${path}/send`, { delaySeconds: 1 }), 200, { status: 'SCHEDULED' });
    await untilStatus(owner, draft.id, 'SENT');
  }),
  it('refuses every other state (D-819)', async (world) => {
    const owner = await world.own();
    for (const status of ['DRAFT', 'SENDING', 'SENT', 'CANCELLED']) {
      const { id } = await campaignIn(world, owner, status);
      refused(await owner.key.post(`/campaigns/${id}/unschedule`), 400, 'CAMPAIGN_NOT_SCHEDULED', { status });
    }
  }),
);
