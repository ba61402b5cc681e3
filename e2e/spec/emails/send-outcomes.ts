import assert from 'node:assert/strict';
import { newContact } from '../contacts/new-contact.ts';
import { type Case, it } from '../entry.ts';
import { pause } from '../security/pause.ts';
import { newTemplate } from '../templates/new-template.ts';
import { answered, includes, refused } from '../world/expect.ts';
import { newEmail, type Owner } from '../world/people.ts';
import { send, sendOne, untilEmail } from './new-email.ts';

const marketing = async (owner: Owner, body = '<p>News</p>') => ({
  template: (await newTemplate(owner, { type: 'MARKETING', body })).id,
  subject: undefined,
  body: undefined,
});

const namesOf = async (owner: Owner, contactId: string): Promise<string[]> =>
  (await owner.key.get(`/events/contact/${contactId}?source=platform`)).body.data.map(
    ({ name }: { name: string }) => name,
  );

/** What becomes of an accepted mail. */
export const sendOutcomes: readonly Case[] = [
  it('accepts mail of a paused project and holds it, and refuses that of a disabled one (D-601, D-1134)', async (world) => {
    const owner = await world.owner();
    await pause(world.sql, owner.project.id, 'ALL');
    const reply = await send(owner);
    answered(reply, 200, { data: { emails: [{ status: 'QUEUED', reason: null }] } });
    const { email } = reply.body.data.emails[0];
    includes(await untilEmail(owner, email, ({ holdReason }) => holdReason !== null), {
      status: 'QUEUED',
      holdReason: 'PROJECT_PAUSED',
      sentAt: null,
    });
    await world.sql(`update projects set disabled_reason = 'MANUAL' where id = $1`, [owner.project.id]);
    refused(await send(owner), 403, 'PROJECT_DISABLED');
  }),
  it('stores the text as it was rendered for this request, and later changes do not reach it (D-618)', async (world) => {
    const owner = await world.own();
    const { id: contactId, email: to } = await newContact(owner, { data: { name: 'Old', city: 'Graz' } });
    const template = await newTemplate(owner, { body: '<p>{{name}} {{city}} {{code}}</p>' });
    const data = { name: 'Ann', code: { value: 'X1', persistent: false } };
    const { email } = await sendOne(owner, { to, template: template.id, body: undefined, data });
    const read = async () => (await owner.key.get(`/emails/${email}`)).body;
    const first = await read();
    includes(first, { subject: 'Hello Ann', body: '<p>Ann Graz X1</p>' });
    answered(await owner.key.patch(`/contacts/${contactId}`, { data: { name: 'New' } }), 200);
    answered(await owner.key.patch(`/templates/${template.id}`, { body: '<p>Other</p>' }), 200);
    const { subject, body, text, variables } = await read();
    includes(first, { subject, body, text, variables });
  }),
  it('renders every text somehow; only a result over 2 MB fails, after a 200 (D-619, D-625)', async (world) => {
    const owner = await world.own();
    const shown = async (fields: object) =>
      (await owner.key.get(`/emails/${(await sendOne(owner, fields)).email}`)).body;
    includes(await shown({ body: '<p>a{{nothing}}b</p>' }), { body: '<p>ab</p>', warnings: [] });
    const long = { value: 'x'.repeat(60_000), persistent: false };
    const loop = '{{name}}{% for n in (1..40) %}{{long}}{% endfor %}';
    const plain = await shown({ body: loop, data: { name: 'Ann', long } });
    assert.equal(plain.body, `Ann{% for n in (1..40) %}${long.value}{% endfor %}`);
    assert.equal(plain.warnings.length, 1);
    const to = newEmail('large');
    const reply = await send(owner, { to, body: `{% if %}${'{{long}}'.repeat(40)}`, data: { long } });
    answered(reply, 200, { data: { emails: [{ status: 'FAILED', reason: 'RENDER_FAILED' }] } });
    const { email, contact } = reply.body.data.emails[0];
    answered(await owner.key.get(`/emails/${email}`), 200, { status: 'FAILED', reason: 'RENDER_FAILED', sentAt: null });
    assert.deepEqual(
      (await namesOf(owner, contact.id)).filter((name) => name.startsWith('email.')),
      ['email.failed'],
    );
  }),
  it('sends nothing to a suppressed address, and says so (D-620)', async (world) => {
    const owner = await world.own();
    const news = { ...(await marketing(owner)), subscribed: true };
    for (const [blocks, fields, status] of [
      ['ALL', {}, 'SUPPRESSED'],
      ['ALL', news, 'SUPPRESSED'],
      ['MARKETING', news, 'SUPPRESSED'],
      ['MARKETING', {}, 'QUEUED'],
    ] as const) {
      const email = newEmail('suppressed');
      answered(await owner.key.post('/suppressions', { email, blocks }), 201);
      const sent = await sendOne(owner, { ...fields, to: email });
      const reason = status === 'QUEUED' ? null : 'SUPPRESSION_MANUAL';
      includes(sent, { status, reason });
      if (status === 'QUEUED') continue;
      answered(await owner.key.get(`/emails/${sent.email}`), 200, { status, reason, sentAt: null, attemptLog: [] });
      assert.ok((await namesOf(owner, sent.contact.id)).includes('email.suppressed'));
      refused(await owner.key.get(`/inbox/${sent.email}`), 404, 'RESOURCE_NOT_FOUND');
    }
  }),
  it('lifts no suppression by `subscribed: true` (D-621)', async (world) => {
    const owner = await world.own();
    const email = newEmail('suppressed');
    answered(await owner.key.post('/suppressions', { email, blocks: 'MARKETING' }), 201);
    const fields = { ...(await marketing(owner)), to: email, subscribed: true };
    includes(await sendOne(owner, fields), { status: 'SUPPRESSED', reason: 'SUPPRESSION_MANUAL' });
    answered(await owner.key.get(`/suppressions/${email}`), 200, { blocks: 'MARKETING' });
  }),
  it('checks a suppression again when the mail is about to leave (D-621, D-641)', async (world) => {
    const owner = await world.owner();
    await pause(world.sql, owner.project.id, 'ALL');
    const to = newEmail('later');
    const { email } = await sendOne(owner, { to });
    answered(await owner.key.post('/suppressions', { email: to }), 201);
    await world.sql('update projects set paused_at = null where id = $1', [owner.project.id]);
    const closed = await untilEmail(owner, email, ({ status }) => status !== 'QUEUED' && status !== 'SENDING');
    includes(closed, { status: 'SUPPRESSED', reason: 'SUPPRESSION_MANUAL', sentAt: null });
  }),
  it('adds the footer to marketing mail unless its author has placed the link (D-622)', async (world) => {
    const owner = await world.own();
    const footers = async (body: string): Promise<number> => {
      const fields = { ...(await marketing(owner, body)), to: newEmail('footer'), subscribed: true };
      const { email } = await sendOne(owner, fields);
      const mail = (await owner.key.get(`/emails/${email}`)).body;
      return mail.body.split('You receive this email because').length - 1;
    };
    assert.equal(await footers('<p>News</p>'), 1);
    assert.equal(await footers('<a href="https://example.org/u/1">{{email}}</a>'), 1);
    assert.equal(await footers('<a href="{{unsubscribeUrl}}">Stop</a>'), 0);
    assert.equal(await footers('<a href="{{manageUrl}}">Mine</a>'), 0);
  }),
  it('records which request made a mail, and which mail another one repeats (D-630)', async (world) => {
    const owner = await world.own();
    const { id: template } = await newTemplate(owner, { type: 'MARKETING' });
    const reply = await send(owner, { template, subscribed: true });
    const { email } = reply.body.data.emails[0];
    answered(await owner.key.get(`/emails/${email}`), 200, {
      sourceType: 'TRANSACTIONAL',
      templateId: template,
      requestId: reply.headers['x-request-id'],
      resentFrom: null,
    });
    const again = await owner.key.post(`/emails/${email}/resend`, {});
    answered(again, 201, {
      sourceType: 'TRANSACTIONAL',
      type: 'MARKETING',
      requestId: again.headers['x-request-id'],
      resentFrom: email,
      messageId: `<${again.body.id}@postrider.test>`,
    });
  }),
];
