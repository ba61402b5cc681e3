import assert from 'node:assert/strict';
import { projectEndpointWithBody } from '../conventions/project-endpoint.ts';
import { unknownIds } from '../conventions/unknown-ids.ts';
import { entry, it } from '../entry.ts';
import { answered, answeredWhole, invalid, isInstant, refused, statusesOf } from '../world/expect.ts';
import { newEmail } from '../world/people.ts';
import { campaignMails } from './campaign-mails.ts';
import { idInPath, newCampaign, requestOf } from './new-campaign.ts';
import { newRecipients, untilStatus } from './running-campaign.ts';
import { scheduleRules } from './schedule-rules.ts';
import { sendRefusals } from './send-refusals.ts';

const subject = {
  endpoint: 'POST /campaigns/:id/send',
  status: 200,
  request: requestOf('/send', { delaySeconds: 3_600 }),
} as const;

export const sendCampaign = entry(
  'POST /campaigns/:id/send',
  projectEndpointWithBody(subject),
  unknownIds(subject, idInPath),
  it('returns 200 with the campaign as it is being sent, and sends it until it is SENT', async (world) => {
    const owner = await world.owner();
    await newRecipients(owner, newEmail('one'), newEmail('two'));
    const draft = await newCampaign(owner);
    const reply = await owner.key.post(`/campaigns/${draft.id}/send`);
    const { sentAt, updatedAt } = reply.body;
    isInstant(sentAt);
    assert.ok(updatedAt >= sentAt);
    answeredWhole(reply, 200, { ...draft, status: 'SENDING', sentAt, updatedAt, sentBy: 'key' });
    const ended = await untilStatus(owner, draft.id, 'SENT');
    for (const moment of [ended.expandedAt, ended.completedAt, ended.updatedAt]) assert.ok(moment >= sentAt);
    assert.deepEqual(ended, {
      ...reply.body,
      status: 'SENT',
      totalRecipients: 2,
      sentCount: 2,
      deliveredCount: ended.deliveredCount,
      expandedAt: ended.expandedAt,
      completedAt: ended.completedAt,
      updatedAt: ended.updatedAt,
    });
    refused(await owner.key.post(`/campaigns/${draft.id}/send`), 400, 'CAMPAIGN_NOT_SENDABLE', {
      status: 'SENT',
      sentAt,
    });
  }),
  it('sends once, however often and however fast it is asked to', async (world) => {
    const owner = await world.owner();
    await newRecipients(owner, newEmail('once'));
    const { id } = await newCampaign(owner);
    const replies = await Promise.all(Array.from({ length: 5 }, () => owner.key.post(`/campaigns/${id}/send`)));
    assert.deepEqual(statusesOf(replies), [200, 400, 400, 400, 400]);
    for (const reply of replies.filter(({ status }) => status === 400)) refused(reply, 400, 'CAMPAIGN_NOT_SENDABLE');
    const { totalRecipients } = await untilStatus(owner, id, 'SENT');
    assert.equal(totalRecipients, 1);
    answered(await owner.key.get(`/emails?campaignId=${id}`), 200, { total: 1 });
  }),
  it('stores the warnings that were accepted, with the caller and the time', async (world) => {
    const owner = await world.own();
    const { id } = await newCampaign(owner);
    const path = `/campaigns/${id}/send`;
    const later = { delaySeconds: 3_600 };
    const byKey = await owner.key.post(path, {
      ...later,
      acknowledged: ['SUBJECT_LONG', 'DMARC_MISSING', 'SUBJECT_LONG'],
    });
    const at = byKey.body.acknowledged[0]?.at;
    isInstant(at);
    const codes = ['SUBJECT_LONG', 'DMARC_MISSING'];
    answered(byKey, 200, { sentBy: 'key', acknowledged: codes.map((code) => ({ code, by: 'key', at })) });
    const person = { userId: owner.id, name: owner.email };
    const bySession = await owner.inside.post(path, { ...later, acknowledged: ['SUBJECT_LONG'] });
    answered(bySession, 200, {
      sentBy: person,
      acknowledged: [
        { code: 'DMARC_MISSING', by: 'key', at },
        { code: 'SUBJECT_LONG', by: person },
      ],
    });
    answered(await owner.key.post(path, later), 200, { acknowledged: bySession.body.acknowledged });
  }),
  it('keeps at most fifty of them, of a hundred characters each', async (world) => {
    const owner = await world.own();
    const { id } = await newCampaign(owner);
    const send = (acknowledged: unknown) =>
      owner.key.post(`/campaigns/${id}/send`, { delaySeconds: 3_600, acknowledged });
    const codes = (word: string, count: number): string[] => Array.from({ length: count }, (_, n) => `${word}_${n}`);
    invalid(await send(codes('A', 51)), ['acknowledged', 'too_big']);
    invalid(await send(['']), ['acknowledged.0', 'too_small', '']);
    invalid(await send(['A', 'x'.repeat(101)]), ['acknowledged.1', 'too_big']);
    invalid(await send('A'), ['acknowledged', 'invalid_type', 'string']);
    answered(await send(codes('A', 50)), 200);
    const replaced = await send(codes('B', 30));
    answered(replaced, 200);
    assert.deepEqual(
      replaced.body.acknowledged.map(({ code }: { code: string }) => code),
      [...codes('A', 50).slice(30), ...codes('B', 30)],
    );
  }),
  scheduleRules,
  sendRefusals,
  campaignMails,
);
