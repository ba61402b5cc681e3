import assert from 'node:assert/strict';
import { newContact } from '../contacts/new-contact.ts';
import { type Case, it } from '../entry.ts';
import { isPro, newSegment } from '../segments/new-segment.ts';
import { answered, includes, refused } from '../world/expect.ts';
import { newEmail, type Owner } from '../world/people.ts';
import { oneClickPath } from './mixed-campaign.ts';
import { newCampaign } from './new-campaign.ts';
import { mailTo, newRecipients, sentCampaign, untilCampaign, untilStatus } from './running-campaign.ts';

const rawOf = async ({ key }: Owner, emailId: string): Promise<string> => (await key.get(`/inbox/${emailId}/raw`)).text;

/** The addresses that got a mail of the campaign, in the order of its list. */
async function reachedBy({ key }: Owner, id: string): Promise<string[]> {
  const { data } = (await key.get(`/campaigns/${id}/recipients?outcome=delivered`)).body;
  return data.map(({ email }: { email: string }) => email).toSorted();
}

const delivered = (owner: Owner, id: string, count: number) =>
  untilCampaign(owner, id, ({ deliveredCount }) => deliveredCount === count);

/** Who gets a campaign, and what they get (contract/07, 3 and 6). */
export const campaignMails: readonly Case[] = [
  it('gives every subscribed contact a mail of its own, and none to others (D-807, D-810)', async (world) => {
    const owner = await world.owner();
    const [ann, bob] = [newEmail('ann'), newEmail('bob')];
    await newRecipients(owner, ann, bob);
    await newContact(owner, { email: newEmail('left'), subscribed: false });
    const [stopped] = await newRecipients(owner, newEmail('stopped'));
    answered(await owner.key.post('/suppressions', { email: stopped?.email }), 201);
    const { id, totalRecipients, sentCount } = await sentCampaign(owner, {
      fromName: 'Acme',
      replyTo: 'r@acme.example',
    });
    assert.deepEqual([totalRecipients, sentCount], [3, 2]);
    await delivered(owner, id, 2);
    assert.deepEqual(await reachedBy(owner, id), [ann, bob]);
    const mail = await mailTo(owner, id, bob);
    includes(mail, {
      to: bob,
      from: 'hello@postrider.test',
      fromName: 'Acme',
      replyTo: 'r@acme.example',
      subject: 'Hello Reader 1',
      type: 'MARKETING',
      sourceType: 'CAMPAIGN',
      campaignId: id,
      test: true,
      status: 'DELIVERED',
      holdReason: null,
      variables: { 'first name': { value: 'Reader 1', persistent: true } },
    });
    assert.match(mail.body, /^<p>Hi Reader 1<\/p>/);
    assert.match(await rawOf(owner, mail.id), /^Subject: Hello Reader 1\r$/m);
    const found = (await owner.key.get('/inbox?subject=reader%201')).body.data;
    assert.deepEqual(
      found.map(({ to }: { to: string }) => to),
      [bob],
    );
    const never = await mailTo(owner, id, stopped?.email ?? '');
    includes(never, {
      status: 'SUPPRESSED',
      reason: 'SUPPRESSION_MANUAL',
      sentAt: null,
      body: null,
      bodyExpired: false,
    });
    refused(await owner.key.get(`/inbox/${never.id}`), 404, 'RESOURCE_NOT_FOUND');
  }),
  it('has footer and one-click headers by its type (D-510)', async (world) => {
    const owner = await world.owner();
    const [reader] = await newRecipients(owner, newEmail('reader'));
    const left = await newContact(owner, { email: newEmail('left'), subscribed: false });
    for (const [type, hasFooter, hasHeaders, count] of [
      ['MARKETING', true, true, 1],
      ['HEADLESS', false, true, 1],
      ['TRANSACTIONAL', false, false, 2],
    ] as const) {
      const { id, totalRecipients } = await sentCampaign(owner, { type });
      assert.equal(totalRecipients, count, type);
      const mail = await mailTo(owner, id, reader?.email ?? '');
      const raw = await rawOf(owner, mail.id);
      assert.equal(mail.type, type);
      assert.equal(/\/[um]\/[\w-]+/.test(mail.body), hasFooter, `${type}: ${mail.body}`);
      assert.equal(/^List-Unsubscribe: /m.test(raw), hasHeaders, type);
      assert.equal(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m.test(raw), hasHeaders, type);
      await delivered(owner, id, count);
      assert.equal((await reachedBy(owner, id)).includes(left.email), type === 'TRANSACTIONAL', type);
    }
  }),
  it('counts those who unsubscribe by a link of their mail, and mails them no more', async (world) => {
    const owner = await world.owner();
    const [ann, bob] = await newRecipients(owner, newEmail('ann'), newEmail('bob'));
    const { id } = await sentCampaign(owner);
    const mail = await mailTo(owner, id, ann?.email ?? '');
    const path = await oneClickPath(owner, mail.id);
    for (let turn = 0; turn < 2; turn += 1) {
      const click = { method: 'POST', path, raw: 'List-Unsubscribe=One-Click' };
      answered(await world.anyone().send(click), 200);
    }
    answered(await owner.key.get(`/campaigns/${id}`), 200, { unsubscribedCount: 1 });
    answered(await owner.key.get(`/contacts/${ann?.id}`), 200, { subscribed: false });
    const next = await sentCampaign(owner);
    await delivered(owner, next.id, 1);
    assert.deepEqual(await reachedBy(owner, next.id), [bob?.email]);
  }),
  it('goes to the members of a segment, or to those who match a condition, as they are when it begins (D-806)', async (world) => {
    const owner = await world.owner();
    const [free] = await newRecipients(owner, newEmail('free'));
    const pro = await newContact(owner, { email: newEmail('pro'), subscribed: true, data: { plan: 'pro' } });
    const segment = await newSegment(owner);
    for (const audience of [
      { audienceType: 'SEGMENT', segmentId: segment.id },
      { audienceType: 'FILTERED', audienceCondition: isPro },
    ]) {
      const { id, totalRecipients } = await sentCampaign(owner, audience);
      assert.equal(totalRecipients, 1);
      await delivered(owner, id, 1);
      assert.deepEqual(await reachedBy(owner, id), [pro.email]);
    }
    const list = await newSegment(owner, { name: 'A list', type: 'STATIC' });
    answered(await owner.key.post(`/segments/${list.id}/members`, { emails: [free?.email] }), 200);
    const { id } = await sentCampaign(owner, { audienceType: 'SEGMENT', segmentId: list.id });
    await delivered(owner, id, 1);
    assert.deepEqual(await reachedBy(owner, id), [free?.email]);
  }),
  it('leaves out those whom the original reached, and is refused when nobody is left', async (world) => {
    const owner = await world.owner();
    await newRecipients(owner, newEmail('first'));
    const original = await sentCampaign(owner);
    const copyOf = async (id: string): Promise<string> =>
      (await owner.key.post(`/campaigns/${id}/duplicate`, { excludeReached: true })).body.id;
    const nobody = await copyOf(original.id);
    refused(await owner.key.post(`/campaigns/${nobody}/send`), 400, 'CAMPAIGN_NO_RECIPIENTS');
    const [second] = await newRecipients(owner, newEmail('second'));
    const copy = await copyOf(original.id);
    answered(await owner.key.post(`/campaigns/${copy}/send`), 200);
    const ended = await untilStatus(owner, copy, 'SENT');
    assert.deepEqual([ended.totalRecipients, ended.sentCount], [1, 1]);
    await delivered(owner, copy, 1);
    assert.deepEqual(await reachedBy(owner, copy), [second?.email]);
  }),
  it('keeps the text with which it began, whatever happens to the contact later (D-809, D-814)', async (world) => {
    const owner = await world.owner();
    const [ann] = await newRecipients(owner, newEmail('ann'));
    const { id } = await sentCampaign(owner);
    const before = await mailTo(owner, id, ann?.email ?? '');
    answered(await owner.key.patch(`/contacts/${ann?.id}`, { data: { 'first name': 'Zoe' } }), 200);
    const after = (await owner.key.get(`/emails/${before.id}`)).body;
    assert.deepEqual([after.subject, after.body, after.text], ['Hello Reader 0', before.body, before.text]);
    answered(await owner.key.delete(`/campaigns/${id}`), 204);
    answered(await owner.key.get(`/emails/${before.id}`), 200, { campaignId: id, body: before.body });
    refused(await owner.key.get(`/campaigns/${id}/stats`), 404, 'CAMPAIGN_NOT_FOUND');
    refused(await owner.key.get(`/campaigns/${id}/recipients`), 404, 'CAMPAIGN_NOT_FOUND');
  }),
  it('mails no template source: a mail that cannot be rendered fails, and many of them pause the campaign (D-837)', async (world) => {
    const owner = await world.owner();
    await newRecipients(owner, ...Array.from({ length: 4 }, () => newEmail('endless')));
    const body = '{% for a in (1..100000) %}{% for b in (1..100000) %}x{% endfor %}{% endfor %}';
    const { id } = await newCampaign(owner, { body });
    answered(await owner.key.post(`/campaigns/${id}/send`), 200);
    const paused = await untilCampaign(owner, id, ({ pausedAt }) => pausedAt !== null);
    assert.deepEqual([paused.status, paused.pausedReason, paused.sentCount], ['SENDING', 'RENDER_FAILED', 0]);
    includes(paused.pauseDetail, { field: 'body' });
    assert.deepEqual(Object.keys(paused.pauseDetail).toSorted(), ['emailId', 'field', 'line', 'message']);
    answered(await owner.key.get(`/emails/${paused.pauseDetail.emailId}`), 200, {
      status: 'FAILED',
      reason: 'RENDER_FAILED',
      sentAt: null,
    });
    const stats = await owner.key.get(`/campaigns/${id}/stats`);
    answered(stats, 200, { failedCount: 3, waitingCount: 1 });
    assert.deepEqual(stats.body.reasons, [{ outcome: 'failed', reason: 'RENDER_FAILED', count: 3 }]);
    answered(await owner.key.post(`/campaigns/${id}/cancel`), 200, { status: 'CANCELLED', pausedAt: null });
  }),
];
