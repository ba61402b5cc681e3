import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { projectEndpoint } from '../conventions/project-endpoint.ts';
import { unknownIds } from '../conventions/unknown-ids.ts';
import { entry, it } from '../entry.ts';
import { answered, answeredWhole, isInstant, refused } from '../world/expect.ts';
import { newEmail, type Owner } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { campaignIn, idInPath } from './new-campaign.ts';
import { newRecipients, slowCampaign, untilStatus } from './running-campaign.ts';

/** A campaign that is being sent, and has nothing to send. */
const requestPause = async (world: World, owner: Owner) => ({
  path: `/campaigns/${(await campaignIn(world, owner, 'SENDING')).id}/pause`,
});

/** The same, paused. */
async function paused(world: World, owner: Owner, reason = 'USER'): Promise<string> {
  const { id } = await campaignIn(world, owner, 'SENDING');
  await world.sql('update campaigns set paused_at = now(), paused_reason = $2 where id = $1', [id, reason]);
  return id;
}

const pauseSubject = { endpoint: 'POST /campaigns/:id/pause', status: 200, request: requestPause } as const;
const resumeSubject = {
  endpoint: 'POST /campaigns/:id/resume',
  status: 200,
  request: async (world: World, owner: Owner) => ({ path: `/campaigns/${await paused(world, owner)}/resume` }),
} as const;

export const pauseCampaign = entry(
  'POST /campaigns/:id/pause',
  projectEndpoint(pauseSubject),
  unknownIds(pauseSubject, idInPath),
  it('holds what has not left, and says since when', async (world) => {
    const owner = await world.owner();
    await newRecipients(owner, newEmail('first'), newEmail('second'), newEmail('third'));
    const before = await slowCampaign(owner);
    const reply = await owner.key.post(`/campaigns/${before.id}/pause`);
    const { pausedAt, updatedAt, deliveredCount } = reply.body;
    isInstant(pausedAt);
    assert.ok(updatedAt > before.updatedAt);
    answeredWhole(reply, 200, { ...before, deliveredCount, pausedAt, pausedReason: 'USER', updatedAt });
    const waiting = await owner.key.get(`/campaigns/${before.id}/recipients?outcome=waiting`);
    answered(waiting, 200, { total: 2, data: [{ status: 'QUEUED' }, { status: 'QUEUED' }] });
    for (const { emailId } of waiting.body.data) {
      answered(await owner.key.get(`/emails/${emailId}`), 200, {
        status: 'QUEUED',
        holdReason: 'CAMPAIGN_PAUSED',
        nextAttemptAt: null,
        sentAt: null,
        subject: 'Hello {{first name ?? "there"}}',
      });
    }
    refused(await owner.key.post(`/campaigns/${before.id}/pause`), 400, 'CAMPAIGN_NOT_PAUSABLE', { status: 'SENDING' });
    refused(await owner.key.delete(`/campaigns/${before.id}`), 409, 'CAMPAIGN_ACTIVE', { status: 'SENDING' });
    answered(await owner.key.post(`/campaigns/${before.id}/cancel`), 200);
  }),
  it('refuses every other state', async (world) => {
    const owner = await world.own();
    for (const status of ['DRAFT', 'SCHEDULED', 'SENT', 'CANCELLED']) {
      const { id } = await campaignIn(world, owner, status);
      refused(await owner.key.post(`/campaigns/${id}/pause`), 400, 'CAMPAIGN_NOT_PAUSABLE', { status });
    }
  }),
);

export const resumeCampaign = entry(
  'POST /campaigns/:id/resume',
  projectEndpoint(resumeSubject),
  unknownIds(resumeSubject, idInPath),
  it('sends what has not left, each once', async (world) => {
    const owner = await world.owner();
    const emails = [newEmail('first'), newEmail('second'), newEmail('third')];
    await newRecipients(owner, ...emails);
    const { id } = await slowCampaign(owner, { sendRate: 20 });
    const stopped = await owner.key.post(`/campaigns/${id}/pause`);
    answered(stopped, 200, { pausedReason: 'USER' });
    const reply = await owner.key.post(`/campaigns/${id}/resume`);
    const { sentCount, deliveredCount, updatedAt } = reply.body;
    const lifted = { pausedAt: null, pausedReason: null, pauseDetail: null };
    answeredWhole(reply, 200, { ...stopped.body, ...lifted, sentCount, deliveredCount, updatedAt });
    refused(await owner.key.post(`/campaigns/${id}/resume`), 400, 'CAMPAIGN_NOT_PAUSED', { status: 'SENDING' });
    const ended = await untilStatus(owner, id, 'SENT');
    assert.deepEqual([ended.totalRecipients, ended.sentCount, ended.pausedAt], [3, 3, null]);
    const { data } = (await owner.key.get('/inbox')).body;
    assert.deepEqual(data.map(({ to }: { to: string }) => to).toSorted(), emails.toSorted());
  }),
  it('lifts any pause for any caller, but one by reputation for those who lead the team alone', async (world) => {
    const owner = await world.own();
    for (const reason of ['RENDER_FAILED', 'CANARY']) {
      const path = `/campaigns/${await paused(world, owner, reason)}/resume`;
      answered(await owner.key.post(path), 200, { pausedReason: null });
    }
    const id = await paused(world, owner, 'REPUTATION');
    const path = `/campaigns/${id}/resume`;
    const suspend = () =>
      world.sql(
        `insert into reputation_suspensions (project_id, id, scope, target_id, cause, value, threshold, started_at)
         values ($1, $2, 'CAMPAIGN', $3, 'BOUNCE_RATE', 5.4, 5, now())`,
        [owner.project.id, randomUUIDv7(), id],
      );
    const pauseAgain = () =>
      world.sql(`update campaigns set paused_at = now(), paused_reason = 'REPUTATION' where id = $1`, [id]);
    const inProject = { 'x-project-id': owner.project.id };
    refused(await owner.key.post(path), 403, 'FORBIDDEN', { reason: 'ROLE_TOO_LOW' });
    const member = await world.inTeam('MEMBER');
    refused(await member.api.with(inProject).post(path), 403, 'FORBIDDEN', { reason: 'ROLE_TOO_LOW' });
    const admin = await world.inTeam('ADMIN');
    for (const client of [admin.api.with(inProject), owner.inside]) {
      await suspend();
      await pauseAgain();
      answered(await client.post(path), 200, { pausedReason: null });
    }
    await suspend();
    await pauseAgain();
    const tooSoon = await owner.inside.post(path);
    refused(tooSoon, 403, 'RESUME_TOO_SOON');
    isInstant(tooSoon.body.error.details.allowedAt);
    answered(await owner.key.get(`/campaigns/${id}`), 200, { pausedReason: 'REPUTATION' });
  }),
  it('refuses every other state', async (world) => {
    const owner = await world.own();
    for (const status of ['DRAFT', 'SCHEDULED', 'SENDING', 'SENT', 'CANCELLED']) {
      const { id } = await campaignIn(world, owner, status);
      refused(await owner.key.post(`/campaigns/${id}/resume`), 400, 'CAMPAIGN_NOT_PAUSED', { status });
    }
  }),
);
