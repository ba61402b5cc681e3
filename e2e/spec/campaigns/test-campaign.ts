import assert from 'node:assert/strict';
import { projectEndpointWithBody } from '../conventions/project-endpoint.ts';
import { unknownIds } from '../conventions/unknown-ids.ts';
import { newDomain } from '../domains/new-domain.ts';
import { untilEmail } from '../emails/new-email.ts';
import { entry, it } from '../entry.ts';
import { answered, answeredWhole, includes, invalid, isUuid7, refused } from '../world/expect.ts';
import { newEmail, type Owner } from '../world/people.ts';
import { campaignIn, idInPath, newCampaign, requestOf } from './new-campaign.ts';
import { newRecipients, untilStatus } from './running-campaign.ts';

const subject = {
  endpoint: 'POST /campaigns/:id/test',
  status: 200,
  request: requestOf('/test', { email: 'look@people.example' }),
} as const;

/** Sends a test, and returns its mail once it is in the inbox. */
async function testTo(owner: Owner, id: string, email: string) {
  const reply = await owner.key.post(`/campaigns/${id}/test`, { email });
  const { emailId } = reply.body;
  isUuid7(emailId);
  const queued = { success: true, message: 'Test email queued', emailId, status: 'QUEUED', reason: null };
  answeredWhole(reply, 200, queued);
  await untilEmail(owner, emailId, ({ sentAt }) => sentAt !== null);
  return (await owner.key.get(`/inbox/${emailId}`)).body;
}

export const testCampaign = entry(
  'POST /campaigns/:id/test',
  projectEndpointWithBody(subject),
  unknownIds(subject, idInPath),
  it('shows a contact its own values, in a mail that belongs to no campaign and is not tracked (D-820)', async (world) => {
    const owner = await world.owner();
    const [ann] = await newRecipients(owner, newEmail('ann'));
    const body = '<p>Hi {{first name}}</p><a href="https://acme.example/">Look</a>';
    const draft = await newCampaign(owner, { body, fromName: 'Acme', replyTo: 'r@acme.example' });
    const mail = await testTo(owner, draft.id, ann?.email.toUpperCase() ?? '');
    includes(mail, {
      to: ann?.email,
      subject: '[Test] Hello Reader 0',
      from: 'hello@postrider.test',
      fromName: 'Acme',
      replyTo: 'r@acme.example',
      type: 'TRANSACTIONAL',
      sourceType: 'TRANSACTIONAL',
      campaignId: null,
      test: true,
    });
    assert.match(mail.body, /^<p>Hi Reader 0<\/p><a href="https:\/\/acme\.example\/">/);
    const { text: raw } = await owner.key.get(`/inbox/${mail.id}/raw`);
    assert.ok(!raw.includes('/t/o/') && !raw.includes('/t/c/'), raw);
    assert.ok(!raw.includes('List-Unsubscribe'), raw);
    answeredWhole(await owner.key.get(`/campaigns/${draft.id}`), 200, draft);
    answered(await owner.key.get(`/campaigns/${draft.id}/stats`), 200, { totalRecipients: 0, sentCount: 0 });
    answered(await owner.key.get(`/campaigns/${draft.id}/recipients`), 200, { total: 0 });
    answered(await owner.key.get(`/emails?campaignId=${draft.id}`), 200, { total: 0 });
  }),
  it('shows a stranger what is written for missing values, and makes no contact (D-820)', async (world) => {
    const owner = await world.owner();
    const { id } = await newCampaign(owner, { body: '<p>Hi {{first name ?? "there"}} at {{email}}</p>' });
    const stranger = newEmail('stranger');
    const mail = await testTo(owner, id, stranger);
    includes(mail, { to: stranger, contactId: null, subject: '[Test] Hello there' });
    assert.match(mail.body, new RegExp(`^<p>Hi there at ${stranger}</p>`));
    answered(await owner.key.get('/contacts'), 200, { total: 0 });
  }),
  it('has the footer of the real mail, whose links change nothing (D-820)', async (world) => {
    const owner = await world.owner();
    const [ann] = await newRecipients(owner, newEmail('ann'));
    for (const [type, hasFooter] of [
      ['MARKETING', true],
      ['HEADLESS', false],
      ['TRANSACTIONAL', false],
    ] as const) {
      const { id } = await newCampaign(owner, { type });
      const mail = await testTo(owner, id, ann?.email ?? '');
      const links: string[] = [...mail.body.matchAll(/\/[um]\/[\w-]+/g)].map(String);
      assert.equal(links.length > 0, hasFooter, `${type}: ${mail.body}`);
      for (const path of links) {
        answered(await world.anyone().get(path, { accept: 'text/html' }), 200);
        answered(await world.anyone().send({ method: 'POST', path, raw: 'subscribed=false' }), 200);
      }
    }
    answered(await owner.key.get(`/contacts/${ann?.id}`), 200, { subscribed: true });
  }),
  it('goes to somebody who has unsubscribed, and not to a suppressed address (D-820)', async (world) => {
    const owner = await world.owner();
    const [left, stopped] = await newRecipients(owner, newEmail('left'), newEmail('stopped'));
    answered(await owner.key.patch(`/contacts/${left?.id}`, { subscribed: false }), 200);
    answered(await owner.key.post('/suppressions', { email: stopped?.email }), 201);
    const { id } = await newCampaign(owner);
    await testTo(owner, id, left?.email ?? '');
    answered(await owner.key.get(`/contacts/${left?.id}`), 200, { subscribed: false });
    const reply = await owner.key.post(`/campaigns/${id}/test`, { email: stopped?.email });
    const { emailId, message } = reply.body;
    assert.notEqual(message, 'Test email queued');
    answeredWhole(reply, 200, {
      success: true,
      message,
      emailId,
      status: 'SUPPRESSED',
      reason: 'SUPPRESSION_MANUAL',
    });
    answered(await owner.key.get(`/emails/${emailId}`), 200, { status: 'SUPPRESSED', sentAt: null });
  }),
  it('says so when the text cannot be rendered', async (world) => {
    const owner = await world.own();
    const body = '{% for a in (1..100000) %}{% for b in (1..100000) %}x{% endfor %}{% endfor %}';
    const { id } = await newCampaign(owner, { body });
    const reply = await owner.key.post(`/campaigns/${id}/test`, { email: newEmail('broken') });
    answered(reply, 200, { status: 'FAILED', reason: 'RENDER_FAILED' });
    assert.notEqual(reply.body.message, 'Test email queued');
  }),
  it('fits a subject of any length', async (world) => {
    const owner = await world.own();
    const { id } = await newCampaign(owner, { subject: 'x'.repeat(998) });
    const mail = await testTo(owner, id, newEmail('long'));
    assert.equal(mail.subject, `[Test] ${'x'.repeat(991)}`);
  }),
  it('works in any status, and changes no count (D-820)', async (world) => {
    const owner = await world.owner();
    await newRecipients(owner, newEmail('ann'));
    for (const status of ['DRAFT', 'SCHEDULED', 'SENDING', 'SENT', 'CANCELLED']) {
      const before = await campaignIn(world, owner, status);
      await testTo(owner, before.id, newEmail('any'));
      answeredWhole(await owner.key.get(`/campaigns/${before.id}`), 200, before);
    }
    const { id } = await newCampaign(owner);
    answered(await owner.key.post(`/campaigns/${id}/send`), 200);
    await untilStatus(owner, id, 'SENT');
    await testTo(owner, id, newEmail('after'));
    answered(await owner.key.get(`/campaigns/${id}`), 200, { totalRecipients: 1, sentCount: 1 });
  }),
  it('takes exactly one address', async (world) => {
    const owner = await world.own();
    const path = `/campaigns/${(await newCampaign(owner)).id}/test`;
    invalid(await owner.key.post(path), ['email', 'required']);
    invalid(await owner.key.post(path, { email: null }), ['email', 'required']);
    invalid(await owner.key.post(path, { email: 'nobody' }), ['email', 'invalid_string', 'nobody']);
    const two = 'a@people.example, b@people.example';
    invalid(await owner.key.post(path, { email: two }), ['email', 'invalid_string', two]);
    invalid(await owner.key.post(path, { email: ['a@people.example'] }), ['email', 'invalid_type', 'array']);
  }),
  it('refuses a sender whose domain is not verified (D-820)', async (world) => {
    const owner = await world.own();
    const { id } = await newCampaign(owner);
    const { domain } = await newDomain(owner);
    await world.sql('update campaigns set from_email = $2 where id = $1', [id, `a@${domain}`]);
    const reply = await owner.key.post(`/campaigns/${id}/test`, { email: newEmail('never') });
    refused(reply, 403, 'DOMAIN_NOT_VERIFIED', { domain });
  }),
  it('sends a hundred of one campaign in an hour (D-820)', async (world) => {
    const owner = await world.own();
    const { id } = await newCampaign(owner);
    const path = `/campaigns/${id}/test`;
    answered(await owner.key.post(path, { email: newEmail('first') }), 200);
    await world.sql(`update rate_limits set used = 99 where key = $1`, [`campaign-tests:${id}`]);
    answered(await owner.key.post(path, { email: newEmail('last') }), 200);
    const reply = await owner.key.post(path, { email: newEmail('beyond') });
    refused(reply, 429, 'RATE_LIMIT_EXCEEDED', { limit: 100, windowSeconds: 3_600, scope: 'campaign' });
    assert.ok(Number(reply.headers['retry-after']) > 0);
    const other = await newCampaign(owner);
    answered(await owner.key.post(`/campaigns/${other.id}/test`, { email: newEmail('other') }), 200);
  }),
);
