import assert from 'node:assert/strict';
import { type Case, it } from '../entry.ts';
import { pause } from '../security/pause.ts';
import { answered, answeredWhole, invalid, isInstant, refused } from '../world/expect.ts';
import { newEmail } from '../world/people.ts';
import { newCampaign } from './new-campaign.ts';
import { inSeconds, newRecipients, scheduledCampaign, untilCampaign, untilStatus } from './running-campaign.ts';

const day = 86_400;

/** When a campaign is sent later (D-802, D-805, D-816, D-830). */
export const scheduleRules: readonly Case[] = [
  it('schedules at a time with any zone, and moves a scheduled campaign', async (world) => {
    const owner = await world.own();
    const draft = await newCampaign(owner);
    const path = `/campaigns/${draft.id}/send`;
    const first = inSeconds(day);
    const reply = await owner.key.post(path, { scheduledFor: first });
    const { updatedAt } = reply.body;
    const scheduled = { ...draft, status: 'SCHEDULED', scheduledFor: first, sentBy: 'key', updatedAt };
    answeredWhole(reply, 200, scheduled);
    answeredWhole(await owner.key.get(`/campaigns/${draft.id}`), 200, scheduled);
    const local = `${inSeconds(2 * day).slice(0, 19)}+02:00`;
    const moved = await owner.key.post(path, { scheduledFor: local });
    answered(moved, 200, { status: 'SCHEDULED', scheduledFor: new Date(local).toISOString(), sentAt: null });
    answered(await owner.key.post(path, { scheduledFor: inSeconds(730 * day) }), 200);
  }),
  it('cuts an instant to milliseconds, and returns it in UTC with three decimals (D-119)', async (world) => {
    const owner = await world.own();
    const { id } = await newCampaign(owner);
    const second = inSeconds(day).slice(0, 19);
    const reply = await owner.key.post(`/campaigns/${id}/send`, { scheduledFor: `${second}.9999Z` });
    answered(reply, 200, { scheduledFor: `${second}.999Z` });
    answered(await owner.key.get(`/campaigns/${id}`), 200, { scheduledFor: `${second}.999Z` });
  }),
  it('starts by itself when its time is reached', async (world) => {
    const owner = await world.owner();
    await newRecipients(owner, newEmail('later'));
    const { id } = await newCampaign(owner);
    const before = Date.now();
    const reply = await owner.key.post(`/campaigns/${id}/send`, { delaySeconds: 2 });
    answered(reply, 200, { status: 'SCHEDULED', sentAt: null });
    const { scheduledFor } = reply.body;
    assert.ok(Date.parse(scheduledFor) >= before + 1_000 && Date.parse(scheduledFor) <= Date.now() + 3_000);
    const ended = await untilStatus(owner, id, 'SENT');
    assert.ok(ended.sentAt >= scheduledFor, `${ended.sentAt} is before ${scheduledFor}`);
    assert.deepEqual([ended.scheduledFor, ended.totalRecipients, ended.sentCount], [scheduledFor, 1, 1]);
  }),
  it('sends a scheduled campaign at once on request, and keeps the time that was chosen', async (world) => {
    const owner = await world.owner();
    await newRecipients(owner, newEmail('now'));
    for (const body of [undefined, { scheduledFor: null }]) {
      const { id, scheduledFor } = await scheduledCampaign(owner);
      answered(await owner.key.post(`/campaigns/${id}/send`, body), 200, { status: 'SENDING', scheduledFor });
    }
  }),
  it('is SENT with nobody when its audience is empty at the scheduled time', async (world) => {
    const owner = await world.owner();
    const { id } = await newCampaign(owner);
    answered(await owner.key.post(`/campaigns/${id}/send`, { delaySeconds: 1 }), 200, { status: 'SCHEDULED' });
    const ended = await untilStatus(owner, id, 'SENT');
    assert.deepEqual([ended.totalRecipients, ended.sentCount], [0, 0]);
    isInstant(ended.expandedAt);
  }),
  it('refuses a time without a zone, one that is none, and one in more than two years (D-119)', async (world) => {
    const owner = await world.own();
    const { id } = await newCampaign(owner);
    const path = `/campaigns/${id}/send`;
    const wrong = ['2030-01-01T09:00:00', '2030-01-01', 'tomorrow', '', '2030-02-30T09:00:00Z', '2030-01-01T25:00:00Z'];
    for (const scheduledFor of wrong) {
      invalid(await owner.key.post(path, { scheduledFor }), ['scheduledFor', 'invalid_date', scheduledFor]);
    }
    for (const [scheduledFor, type] of [
      [7, 'number'],
      [true, 'boolean'],
      [{}, 'object'],
    ] as const) {
      invalid(await owner.key.post(path, { scheduledFor }), ['scheduledFor', 'invalid_type', type]);
    }
    for (const scheduledFor of [inSeconds(732 * day), '9999-12-31T23:59:59.999-23:59']) {
      invalid(await owner.key.post(path, { scheduledFor }), ['scheduledFor', 'too_big', scheduledFor]);
    }
    answered(await owner.key.get(`/campaigns/${id}`), 200, { status: 'DRAFT', scheduledFor: null });
  }),
  it('refuses a time that is past', async (world) => {
    const owner = await world.own();
    const { id } = await newCampaign(owner);
    for (const scheduledFor of [inSeconds(-1), '2020-01-01T00:00:00.000Z']) {
      const reply = await owner.key.post(`/campaigns/${id}/send`, { scheduledFor });
      refused(reply, 400, 'SCHEDULED_IN_PAST', { scheduledFor });
    }
    answered(await owner.key.get(`/campaigns/${id}`), 200, { status: 'DRAFT' });
  }),
  it('delays by one second to one hour, and not together with a time', async (world) => {
    const owner = await world.own();
    const { id } = await newCampaign(owner);
    const path = `/campaigns/${id}/send`;
    const scheduledFor = inSeconds(60);
    invalid(await owner.key.post(path, { delaySeconds: 0 }), ['delaySeconds', 'too_small', 0]);
    invalid(await owner.key.post(path, { delaySeconds: 3_601 }), ['delaySeconds', 'too_big', 3_601]);
    invalid(await owner.key.post(path, { delaySeconds: 1.5 }), ['delaySeconds', 'invalid_type']);
    invalid(await owner.key.post(path, { delaySeconds: '60' }), ['delaySeconds', 'invalid_type', 'string']);
    invalid(await owner.key.post(path, { delaySeconds: 60, scheduledFor }), ['delaySeconds', 'custom', 60]);
    answered(await owner.key.get(`/campaigns/${id}`), 200, { status: 'DRAFT' });
    answered(await owner.key.post(path, { delaySeconds: 3_600, scheduledFor: null }), 200, { status: 'SCHEDULED' });
  }),
  it('becomes SENDING and waits, with the reason, when marketing mail was paused before its time', async (world) => {
    const owner = await world.owner();
    await newRecipients(owner, newEmail('held'));
    const { id } = await newCampaign(owner);
    await pause(world.sql, owner.project.id, 'MARKETING');
    answered(await owner.key.post(`/campaigns/${id}/send`, { delaySeconds: 1 }), 200);
    const held = await untilCampaign(owner, id, ({ holdReason }) => holdReason !== null);
    assert.deepEqual([held.status, held.holdReason, held.sentCount], ['SENDING', 'MARKETING_PAUSED', 0]);
    isInstant(held.heldSince);
    await world.sql('update projects set marketing_paused_at = null where id = $1', [owner.project.id]);
    const ended = await untilStatus(owner, id, 'SENT');
    assert.deepEqual([ended.sentCount, ended.holdReason, ended.heldSince], [1, null, null]);
  }),
];
