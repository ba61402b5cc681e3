import assert from 'node:assert/strict';
import { newDomain } from '../domains/new-domain.ts';
import { type Case, it } from '../entry.ts';
import { pause } from '../security/pause.ts';
import { isPro, newSegment } from '../segments/new-segment.ts';
import { answered, refused } from '../world/expect.ts';
import { newEmail } from '../world/people.ts';
import { campaignIn, newCampaign } from './new-campaign.ts';
import { inSeconds, newRecipients } from './running-campaign.ts';

/** Why a campaign is not sent, in the order of the checks (D-816). */
export const sendRefusals: readonly Case[] = [
  it('sends neither what is being sent nor what has ended, and says since when (D-804)', async (world) => {
    const owner = await world.own();
    for (const status of ['SENDING', 'SENT', 'CANCELLED']) {
      const { id } = await campaignIn(world, owner, status);
      const path = `/campaigns/${id}/send`;
      refused(await owner.key.post(path), 400, 'CAMPAIGN_NOT_SENDABLE', { status, sentAt: null });
      await world.sql(`update campaigns set sent_at = '2026-01-02T03:04:05Z' where id = $1`, [id]);
      for (const body of [{}, { scheduledFor: inSeconds(60) }, { scheduledFor: '2020-01-01T00:00:00Z' }]) {
        const reply = await owner.key.post(path, body);
        refused(reply, 400, 'CAMPAIGN_NOT_SENDABLE', { status, sentAt: '2026-01-02T03:04:05.000Z' });
        assert.deepEqual(Object.keys(reply.body.error.details), ['status', 'sentAt']);
      }
    }
  }),
  it('refuses a campaign whose segment is gone', async (world) => {
    const owner = await world.own();
    const segment = await newSegment(owner);
    const { id } = await newCampaign(owner, { audienceType: 'SEGMENT', segmentId: segment.id });
    await world.sql('update campaigns set segment_id = null where id = $1', [id]);
    for (const body of [{}, { delaySeconds: 60 }]) {
      refused(await owner.key.post(`/campaigns/${id}/send`, body), 400, 'CAMPAIGN_INCOMPLETE', {
        missing: ['segmentId'],
      });
    }
    refused(await owner.key.post(`/campaigns/${id}/send`, { scheduledFor: inSeconds(-9) }), 400, 'SCHEDULED_IN_PAST');
  }),
  it('refuses a sender whose domain is not verified, and one without DMARC where that is required', async (world) => {
    const owner = await world.owner();
    await newRecipients(owner, newEmail('domain'));
    const { id } = await newCampaign(owner);
    const { domain } = await newDomain(owner);
    const from = async (address: string) =>
      world.sql('update campaigns set from_email = $2 where id = $1', [id, address]);
    const path = `/campaigns/${id}/send`;
    for (const [address, named] of [
      ['a@unknown.example', 'unknown.example'],
      [`a@${domain}`, domain],
    ] as const) {
      await from(address);
      for (const body of [{}, { delaySeconds: 60 }]) {
        refused(await owner.key.post(path, body), 403, 'DOMAIN_NOT_VERIFIED', { domain: named });
      }
    }
  }),
  it('refuses to begin while the project, or marketing mail, is paused; a later time is accepted', async (world) => {
    const owner = await world.owner();
    await newRecipients(owner, newEmail('paused'));
    const marketing = await newCampaign(owner);
    const headless = await newCampaign(owner, { type: 'HEADLESS' });
    const transactional = await newCampaign(owner, { type: 'TRANSACTIONAL' });
    await pause(world.sql, owner.project.id, 'MARKETING');
    for (const { id } of [marketing, headless]) {
      refused(await owner.key.post(`/campaigns/${id}/send`), 403, 'SENDING_PAUSED', { scope: 'MARKETING' });
      answered(await owner.key.post(`/campaigns/${id}/send`, { delaySeconds: 3_600 }), 200, { status: 'SCHEDULED' });
    }
    answered(await owner.key.post(`/campaigns/${transactional.id}/send`), 200, { status: 'SENDING' });
    await pause(world.sql, owner.project.id, 'ALL');
    for (const { id } of [marketing, await newCampaign(owner, { type: 'TRANSACTIONAL' })]) {
      refused(await owner.key.post(`/campaigns/${id}/send`), 403, 'SENDING_PAUSED', { scope: 'ALL' });
    }
  }),
  it('refuses an audience in which nobody would get it', async (world) => {
    const owner = await world.owner();
    const [reader] = await newRecipients(owner, newEmail('reader'));
    answered(await owner.key.patch(`/contacts/${reader?.id}`, { subscribed: false }), 200);
    const condition = { audienceType: 'FILTERED', audienceCondition: isPro };
    const segment = await newSegment(owner);
    for (const given of [{}, { type: 'HEADLESS' }, condition, { ...condition, type: 'TRANSACTIONAL' }]) {
      const { id } = await newCampaign(owner, given);
      refused(await owner.key.post(`/campaigns/${id}/send`), 400, 'CAMPAIGN_NO_RECIPIENTS');
      answered(await owner.key.get(`/campaigns/${id}`), 200, { status: 'DRAFT' });
    }
    const members = await newCampaign(owner, { audienceType: 'SEGMENT', segmentId: segment.id });
    refused(await owner.key.post(`/campaigns/${members.id}/send`), 400, 'CAMPAIGN_NO_RECIPIENTS');
    const all = await newCampaign(owner, { type: 'TRANSACTIONAL' });
    answered(await owner.key.post(`/campaigns/${all.id}/send`), 200, { status: 'SENDING' });
  }),
];
