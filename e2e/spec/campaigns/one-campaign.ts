import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { projectEndpoint, projectEndpointWithBody } from '../conventions/project-endpoint.ts';
import { unknownIds } from '../conventions/unknown-ids.ts';
import { entry, it } from '../entry.ts';
import { isPro, newSegment } from '../segments/new-segment.ts';
import { newTemplate } from '../templates/new-template.ts';
import { textRules } from '../templates/text-rules.ts';
import { answered, answeredWhole, includes, invalid, refused } from '../world/expect.ts';
import { newEmail } from '../world/people.ts';
import { audienceRules } from './audience-rules.ts';
import { aCampaign, campaignIn, idInPath, newCampaign, requestOf, unset } from './new-campaign.ts';
import { mailTo, newRecipients, untilStatus } from './running-campaign.ts';

const getSubject = { endpoint: 'GET /campaigns/:id', status: 200, request: requestOf() } as const;
const putSubject = {
  endpoint: 'PUT /campaigns/:id',
  status: 200,
  request: requestOf('', { ...aCampaign, name: 'New' }),
} as const;
const patchSubject = {
  endpoint: 'PATCH /campaigns/:id',
  status: 200,
  request: requestOf('', { name: 'New' }),
} as const;
const deleteSubject = { endpoint: 'DELETE /campaigns/:id', status: 204, request: requestOf() } as const;
const duplicateSubject = {
  endpoint: 'POST /campaigns/:id/duplicate',
  status: 201,
  request: requestOf('/duplicate', { excludeReached: false }),
} as const;

const full = {
  ...aCampaign,
  description: 'D',
  fromName: 'Acme',
  replyTo: 'r@acme.example',
  type: 'HEADLESS',
  sendRate: 100,
  canary: { percent: 10 },
  audienceType: 'FILTERED',
  audienceCondition: isPro,
} as const;

export const getCampaign = entry(
  'GET /campaigns/:id',
  projectEndpoint(getSubject),
  unknownIds(getSubject, idInPath),
  it('returns the body exactly as it was sent', async (world) => {
    const owner = await world.own();
    const body = '<style>p { color: red }</style>\r\n<P >{{  name  }}</p>\t{%- if a > 1 -%}<br/>{% endif %}';
    const { id } = await newCampaign(owner, { body });
    answered(await owner.key.get(`/campaigns/${id}`), 200, { body });
  }),
);

export const putCampaign = entry(
  'PUT /campaigns/:id',
  projectEndpointWithBody(putSubject),
  unknownIds(putSubject, idInPath),
  it('replaces everything: what is left out returns to its default (D-812)', async (world) => {
    const owner = await world.own();
    const before = await newCampaign(owner, full);
    const reply = await owner.key.put(`/campaigns/${before.id}`, { ...aCampaign, name: 'New' });
    const { updatedAt } = reply.body;
    assert.ok(updatedAt > before.updatedAt);
    answeredWhole(reply, 200, { ...before, ...unset, ...aCampaign, name: 'New', updatedAt });
    answeredWhole(await owner.key.get(`/campaigns/${before.id}`), 200, reply.body);
  }),
  it('requires what creating requires (D-812)', async (world) => {
    const owner = await world.own();
    const { id } = await newCampaign(owner);
    const fields = ['name', 'subject', 'body', 'from', 'audienceType'] as const;
    const reply = await owner.key.put(`/campaigns/${id}`, { description: 'D' });
    invalid(reply, ...fields.map((field) => [field, 'required'] as [string, string]));
  }),
  it('changes a scheduled campaign, and none that is being sent or is finished (D-812)', async (world) => {
    const owner = await world.own();
    const scheduled = await campaignIn(world, owner, 'SCHEDULED');
    answered(await owner.key.put(`/campaigns/${scheduled.id}`, { ...aCampaign, name: 'New' }), 200, {
      status: 'SCHEDULED',
      name: 'New',
    });
    for (const status of ['SENDING', 'SENT', 'CANCELLED']) {
      const campaign = await campaignIn(world, owner, status);
      const reply = await owner.key.put(`/campaigns/${campaign.id}`, { ...aCampaign, name: 'New' });
      refused(reply, 400, 'CAMPAIGN_NOT_EDITABLE', { status });
      answeredWhole(await owner.key.get(`/campaigns/${campaign.id}`), 200, campaign);
    }
  }),
  it('either is before the start and sent, or is refused (D-812)', async (world) => {
    const owner = await world.owner();
    const [reader] = await newRecipients(owner, newEmail('reader'));
    for (let turn = 0; turn < 4; turn += 1) {
      const { id } = await newCampaign(owner, { subject: 'Old' });
      const [put, sent] = await Promise.all([
        owner.key.put(`/campaigns/${id}`, { ...aCampaign, subject: 'New' }),
        owner.key.post(`/campaigns/${id}/send`),
      ]);
      answered(sent, 200);
      if (put.status !== 200) {
        refused(put, 400, 'CAMPAIGN_NOT_EDITABLE');
        assert.match(put.body.error.details.status, /^SEN(DING|T)$/);
      }
      const subject = put.status === 200 ? 'New' : 'Old';
      includes(await untilStatus(owner, id, 'SENT'), { subject });
      includes(await mailTo(owner, id, reader?.email ?? ''), { subject });
    }
  }),
  audienceRules(async (owner, fields) =>
    owner.key.put(`/campaigns/${(await newCampaign(owner)).id}`, { ...aCampaign, ...fields }),
  ),
  textRules(200, async (owner, fields) =>
    owner.key.put(`/campaigns/${(await newCampaign(owner)).id}`, { ...aCampaign, ...fields }),
  ),
);

export const patchCampaign = entry(
  'PATCH /campaigns/:id',
  projectEndpointWithBody(patchSubject),
  unknownIds(patchSubject, idInPath),
  it('changes only what is given, clears with null, and moves updatedAt (D-813)', async (world) => {
    const owner = await world.own();
    const before = await newCampaign(owner, full);
    const changes = { description: null, sendRate: null, canary: null, subject: 'New' };
    const reply = await owner.key.patch(`/campaigns/${before.id}`, changes);
    const { updatedAt } = reply.body;
    assert.ok(updatedAt > before.updatedAt);
    answeredWhole(reply, 200, { ...before, ...changes, updatedAt });
    answeredWhole(await owner.key.get(`/campaigns/${before.id}`), 200, reply.body);
  }),
  it('changes nothing for an empty body, or the same values (D-813)', async (world) => {
    const owner = await world.own();
    const before = await newCampaign(owner, full);
    for (const body of [undefined, {}, { name: null }, { name: ` ${before.name}`, subject: before.subject }, full]) {
      answeredWhole(await owner.key.patch(`/campaigns/${before.id}`, body), 200, before);
    }
  }),
  it('holds the result to the rules of a whole campaign (D-813)', async (world) => {
    const owner = await world.own();
    const segment = await newSegment(owner);
    const { id } = await newCampaign(owner, { audienceType: 'SEGMENT', segmentId: segment.id });
    invalid(await owner.key.patch(`/campaigns/${id}`, { segmentId: null }), ['segmentId', 'required']);
    invalid(await owner.key.patch(`/campaigns/${id}`, { audienceType: 'FILTERED' }), ['audienceCondition', 'required']);
    answered(await owner.key.patch(`/campaigns/${id}`, { audienceType: 'ALL' }), 200, { segmentId: null });
  }),
  it('refuses wrong values before it looks for the campaign, and applies nothing (D-813)', async (world) => {
    const owner = await world.own();
    const before = await newCampaign(owner);
    for (const id of [before.id, randomUUID()]) {
      const reply = await owner.key.patch(`/campaigns/${id}`, { body: '{% if %}{% endif %}', name: 'X' });
      invalid(reply, ['body', 'template_syntax']);
    }
    const sender = await owner.key.patch(`/campaigns/${before.id}`, { from: 'a@acme.example', name: 'X' });
    refused(sender, 403, 'DOMAIN_NOT_VERIFIED');
    answeredWhole(await owner.key.get(`/campaigns/${before.id}`), 200, before);
  }),
  it('changes no campaign whose sending has begun (D-813)', async (world) => {
    const owner = await world.own();
    answered(
      await owner.key.patch(`/campaigns/${(await campaignIn(world, owner, 'SCHEDULED')).id}`, { name: 'X' }),
      200,
    );
    for (const status of ['SENDING', 'SENT', 'CANCELLED']) {
      const { id } = await campaignIn(world, owner, status);
      refused(await owner.key.patch(`/campaigns/${id}`, { name: 'X' }), 400, 'CAMPAIGN_NOT_EDITABLE', { status });
    }
  }),
  audienceRules(async (owner, fields) => owner.key.patch(`/campaigns/${(await newCampaign(owner)).id}`, fields)),
  textRules(200, async (owner, fields) => owner.key.patch(`/campaigns/${(await newCampaign(owner)).id}`, fields)),
);

export const deleteCampaign = entry(
  'DELETE /campaigns/:id',
  projectEndpoint(deleteSubject),
  unknownIds(deleteSubject, idInPath),
  it('returns 204 without a body, and 404 the second time (D-814)', async (world) => {
    const owner = await world.own();
    for (const status of ['DRAFT', 'SCHEDULED', 'SENT', 'CANCELLED']) {
      const { id } = await campaignIn(world, owner, status);
      const reply = await owner.key.delete(`/campaigns/${id}`);
      answered(reply, 204);
      assert.equal(reply.text, '');
      refused(await owner.key.delete(`/campaigns/${id}`), 404, 'CAMPAIGN_NOT_FOUND', { resource: 'campaign', id });
      refused(await owner.key.get(`/campaigns/${id}`), 404, 'CAMPAIGN_NOT_FOUND');
    }
  }),
  it('keeps a campaign that is being sent (D-814)', async (world) => {
    const owner = await world.own();
    const { id } = await campaignIn(world, owner, 'SENDING');
    refused(await owner.key.delete(`/campaigns/${id}`), 409, 'CAMPAIGN_ACTIVE', { id, status: 'SENDING' });
    answered(await owner.key.get(`/campaigns/${id}`), 200);
  }),
);

export const duplicateCampaign = entry(
  'POST /campaigns/:id/duplicate',
  projectEndpointWithBody(duplicateSubject),
  unknownIds(duplicateSubject, idInPath),
  it('returns 201 with a draft of the same content, from any state (D-815)', async (world) => {
    const owner = await world.own();
    const { id: templateId } = await newTemplate(owner);
    const original = await newCampaign(owner, { ...full, templateId });
    for (const status of ['DRAFT', 'SCHEDULED', 'SENDING', 'SENT', 'CANCELLED']) {
      await world.sql('update campaigns set status = $2, sent_at = now(), scheduled_for = now() where id = $1', [
        original.id,
        status,
      ]);
      const reply = await owner.key.post(`/campaigns/${original.id}/duplicate`);
      const { id, createdAt, updatedAt } = reply.body;
      assert.notEqual(id, original.id);
      answeredWhole(reply, 201, { ...original, id, createdAt, updatedAt, name: 'Launch (Copy)' });
    }
  }),
  it('cuts a long name to fit, and checks no sender (D-815)', async (world) => {
    const owner = await world.own();
    const { id } = await newCampaign(owner, { name: 'x'.repeat(200) });
    await world.sql(`update campaigns set from_email = 'a@lost.example' where id = $1`, [id]);
    answered(await owner.key.post(`/campaigns/${id}/duplicate`), 201, {
      name: `${'x'.repeat(193)} (Copy)`,
      from: 'a@lost.example',
    });
  }),
  it('leaves out those whom the original reached, once its sending has begun (D-815)', async (world) => {
    const owner = await world.own();
    const { id } = await campaignIn(world, owner, 'CANCELLED');
    const path = `/campaigns/${id}/duplicate`;
    answered(await owner.key.post(path, { excludeReached: true }), 201, { excludeCampaignId: id, status: 'DRAFT' });
    answered(await owner.key.post(path, { excludeReached: false }), 201, { excludeCampaignId: null });
    const draft = await newCampaign(owner);
    refused(await owner.key.post(`/campaigns/${draft.id}/duplicate`, { excludeReached: true }), 400, 'BAD_REQUEST');
  }),
  it('has no segment when that was deleted after the original was sent (D-815)', async (world) => {
    const owner = await world.own();
    const segment = await newSegment(owner);
    const { id } = await newCampaign(owner, { audienceType: 'SEGMENT', segmentId: segment.id });
    refused(await owner.key.delete(`/segments/${segment.id}`), 409, 'SEGMENT_IN_USE', {
      campaigns: [{ id, name: 'Launch', status: 'DRAFT' }],
    });
    await world.sql(`update campaigns set status = 'SENT' where id = $1`, [id]);
    answered(await owner.key.delete(`/segments/${segment.id}`), 204);
    answered(await owner.key.post(`/campaigns/${id}/duplicate`), 201, { audienceType: 'SEGMENT', segmentId: null });
  }),
);
