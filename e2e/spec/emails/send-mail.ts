import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { dataRules } from '../contacts/data-rules.ts';
import { newContact } from '../contacts/new-contact.ts';
import { idempotency } from '../conventions/idempotency.ts';
import { projectEndpointWithBody } from '../conventions/project-endpoint.ts';
import { entry, it } from '../entry.ts';
import { loggedCall, requestIdOf } from '../logs/logged-call.ts';
import { newTemplate } from '../templates/new-template.ts';
import { answered, answeredWhole, includes, invalid, isInstant, isUuid7, refused } from '../world/expect.ts';
import { newEmail } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { fieldRules } from './field-rules.ts';
import { fileRules } from './file-rules.ts';
import { goodMail, send, sender, sendOne, untilEmail } from './new-email.ts';
import { sendOutcomes } from './send-outcomes.ts';

const subject = {
  endpoint: 'POST /v1/send',
  status: 200,
  request: async () => ({ path: '/v1/send', body: goodMail() }),
  bodyLimitBytes: 60 * 1024 * 1024,
} as const;

const accepted = async (world: World): Promise<number> => (await (await world.own()).key.get('/emails')).body.total;

export const sendMail = entry(
  'POST /v1/send',
  projectEndpointWithBody(subject, { isIdempotent: true }),
  idempotency(subject, { as: (_world, owner) => owner.key, seesReply: true, effects: accepted, required: 'to' }),
  it('accepts a mail, makes its contact unsubscribed, and hands it over (D-625, D-630)', async (world) => {
    const owner = await world.own();
    const to = newEmail('send');
    const reply = await send(owner, { to, data: { name: 'Ann', code: { value: 'X1', persistent: false } } });
    answered(reply, 200, { success: true });
    assert.deepEqual(Object.keys(reply.body.data).toSorted(), ['emails', 'timestamp']);
    isInstant(reply.body.data.timestamp);
    const [one] = reply.body.data.emails;
    assert.deepEqual(one, {
      contact: { id: one.contact.id, email: to },
      email: one.email,
      status: 'QUEUED',
      reason: null,
    });
    isUuid7(one.email);
    answered(await owner.key.get(`/contacts/${one.contact.id}`), 200, { subscribed: false, data: { name: 'Ann' } });
    const email = await untilEmail(owner, one.email, ({ sentAt }) => sentAt !== null);
    includes(email, {
      to,
      contactId: one.contact.id,
      from: sender,
      subject: 'Hello Ann',
      type: 'TRANSACTIONAL',
      sourceType: 'TRANSACTIONAL',
      test: true,
      messageId: `<${one.email}@postrider.test>`,
      bodyExpired: false,
      createdAt: reply.body.data.timestamp,
    });
    const code = { value: 'X1', persistent: false };
    assert.deepEqual(email.variables, { name: { value: 'Ann', persistent: true }, code });
    const events = (await owner.key.get(`/events/contact/${one.contact.id}?source=platform`)).body.data;
    const event = events.find(({ name }: { name: string }) => name === 'email.sent');
    assert.equal(event.emailId, one.email);
    assert.equal(event.data.emailId, one.email);
    assert.deepEqual(event.data, {
      emailId: one.email,
      recipient: to,
      subject: 'Hello Ann',
      from: sender,
      fromName: null,
      messageId: email.messageId,
      type: 'TRANSACTIONAL',
      sourceType: 'TRANSACTIONAL',
      templateId: null,
      campaignId: null,
      workflowId: null,
      executionId: null,
      test: true,
      sentAt: email.sentAt,
    });
  }),
  it('accepts text, object or a list of both, in order, each address once (D-604, D-625)', async (world) => {
    const owner = await world.own();
    const [ann, bob] = [newEmail('ann'), newEmail('bob')];
    const to = [ann, { email: bob, name: 'Bob' }, ann.toUpperCase()];
    const { emails } = (await send(owner, { to })).body.data;
    assert.deepEqual(
      emails.map(({ contact }: { contact: { email: string } }) => contact.email),
      [ann, bob, ann],
    );
    assert.equal(emails[0].email, emails[2].email);
    answered(await owner.key.get(`/emails/${emails[1].email}`), 200, { to: bob, toName: 'Bob' });
    answered(await send(owner, { to: { email: bob, name: 'Bob' } }), 200);
  }),
  it('writes to each recipient with their own data, and leaves a contact as it was (D-203)', async (world) => {
    const owner = await world.own();
    const ann = await newContact(owner, { data: { name: 'Ann' } });
    const to = [newEmail('bob'), ann.email];
    const [toBob, toAnn] = (await send(owner, { to })).body.data.emails;
    answered(await owner.key.get(`/emails/${toBob.email}`), 200, { subject: 'Hello there' });
    answered(await owner.key.get(`/emails/${toAnn.email}`), 200, { subject: 'Hello Ann', toName: null });
    answeredWhole(await owner.key.get(`/contacts/${ann.id}`), 200, ann);
  }),
  it('counts recipients from 1 to 100 (D-604)', async (world) => {
    const owner = await world.own();
    const many = Array.from({ length: 101 }, () => newEmail('many'));
    answered(await send(owner, { to: many.slice(1) }), 200);
    invalid(await send(owner, { to: many }), ['to', 'too_big']);
    invalid(await send(owner, { to: [] }), ['to', 'too_small']);
  }),
  it('lists all broken rules at once, each with its field (D-602, D-604, D-612, D-613)', async (world) => {
    const owner = await world.own();
    const reply = await owner.key.post('/v1/send', {
      to: ['x', { name: 'no address' }, 7, { email: newEmail('send'), name: 'a\nb' }],
      subject: 'a\nb',
      body: '',
      template: 'x',
      from: 'nobody',
      subscribed: 'yes',
      data: [],
      headers: {
        From: 'x',
        Bcc: 'x',
        'X-A': 'a\r\nb',
        'X-B': 'x'.repeat(999),
        'X C': 'x',
        'X-D': 1,
        'x-e': '',
        'X-E': '',
      },
      reply: 'x',
      tracking: 1,
    });
    invalid(
      reply,
      ['to.0', 'invalid_string', 'x'],
      ['to.1.email', 'required'],
      ['to.2', 'invalid_union'],
      ['to.3.name', 'invalid_string'],
      ['subject', 'invalid_string'],
      ['body', 'too_small'],
      ['template', 'invalid_string', 'x'],
      ['from', 'invalid_string', 'nobody'],
      ['subscribed', 'invalid_type', 'string'],
      ['data', 'invalid_type'],
      ['headers.From', 'custom'],
      ['headers.Bcc', 'custom'],
      ['headers.X-A', 'invalid_string'],
      ['headers.X-B', 'too_big'],
      ['headers.X C', 'invalid_string'],
      ['headers.X-D', 'invalid_type'],
      ['headers.X-E', 'custom'],
      ['reply', 'invalid_string', 'x'],
      ['tracking', 'invalid_type', 'number'],
    );
    invalid(await send(owner, { to: 7 }), ['to', 'invalid_union']);
    invalid(await send(owner, { to: undefined, subject: 'x'.repeat(999) }), ['to', 'required'], ['subject', 'too_big']);
  }),
  it('takes a body over 512 KB as it is, but only without variables (D-606)', async (world) => {
    const owner = await world.own();
    const body = `<p>${'x'.repeat(600_000)}</p>`;
    invalid(await send(owner, { body: `{{a}}${body}` }), ['body', 'too_big']);
    const { email } = await sendOne(owner, { body });
    const stored = (await owner.key.get(`/emails/${email}`)).body;
    assert.ok(stored.body === body);
    assert.deepEqual(stored.warnings, []);
  }),
  it('names what is missing when neither request nor template has it (D-602)', async (world) => {
    const owner = await world.own();
    invalid(
      await owner.key.post('/v1/send', { to: newEmail('send') }),
      ['subject', 'required'],
      ['body', 'required'],
      ['from', 'required'],
    );
    const template = await newTemplate(owner, { from: null });
    invalid(await owner.key.post('/v1/send', { to: newEmail('send'), template: template.id }), ['from', 'required']);
  }),
  it('uses a template, and fields of the request instead where given (D-617)', async (world) => {
    const owner = await world.own();
    const fields = { subject: 'T {{name}}', body: '<p>T</p>', from: sender, fromName: 'T', replyTo: 't@example.org' };
    const { id: template } = await newTemplate(owner, fields);
    const bare = { subject: undefined, body: undefined, from: undefined, template };
    const plain = await sendOne(owner, { ...bare, data: { name: 'Ann' } });
    answered(await owner.key.get(`/emails/${plain.email}`), 200, {
      subject: 'T Ann',
      body: '<p>T</p>',
      from: sender,
      fromName: 'T',
      replyTo: 't@example.org',
      templateId: template,
    });
    const own = { ...bare, subject: 'Own', from: `Me <me@postrider.test>`, reply: 'r@example.org' };
    answered(await owner.key.get(`/emails/${(await sendOne(owner, own)).email}`), 200, {
      subject: 'Own',
      body: '<p>T</p>',
      from: 'me@postrider.test',
      fromName: 'Me',
      replyTo: 'r@example.org',
    });
    refused(await send(owner, { template: randomUUID() }), 404, 'TEMPLATE_NOT_FOUND');
    const foreign = await newTemplate(await world.owner());
    refused(await send(owner, { template: foreign.id }), 404, 'TEMPLATE_NOT_FOUND');
  }),
  it('sends from verified domains only', async (world) => {
    const reply = await send(await world.own(), { from: 'hello@acme.example' });
    refused(reply, 403, 'DOMAIN_NOT_VERIFIED', { reason: 'DOMAIN_NOT_VERIFIED', domain: 'acme.example' });
    assert.match(reply.body.error.suggestion, /postrider\.test/);
  }),
  it('sends no marketing mail to a contact that has not subscribed, and reports it (D-510, D-511, D-620, D-625)', async (world) => {
    const owner = await world.own();
    const { id: template } = await newTemplate(owner, { type: 'MARKETING' });
    const to = newEmail('news');
    const silent = await sendOne(owner, { to, template });
    assert.deepEqual([silent.status, silent.reason], ['SUPPRESSED', 'UNSUBSCRIBED']);
    answered(await owner.key.get(`/emails/${silent.email}`), 200, {
      status: 'SUPPRESSED',
      reason: 'UNSUBSCRIBED',
      timeline: [{ type: 'email.suppressed', data: { reason: 'UNSUBSCRIBED', emailId: silent.email } }],
    });
    assert.equal((await sendOne(owner, { to })).status, 'QUEUED');
    const asked = await sendOne(owner, { to, template, subscribed: true });
    assert.deepEqual([asked.status, asked.reason], ['QUEUED', null]);
    const events = (await owner.key.get(`/events/contact/${asked.contact.id}?source=platform`)).body.data;
    const names = events.map(({ name }: { name: string }) => name);
    assert.ok(names.includes('email.suppressed') && names.includes('contact.subscribed'));
    const { body, text } = (await owner.key.get(`/emails/${asked.email}`)).body;
    assert.match(body, /\/u\/[\w.-]+/);
    assert.match(text, /\/u\/[\w.-]+/);
  }),
  it('judges each recipient by the type of the template, HEADLESS too, whatever text is sent (D-510, D-511)', async (world) => {
    const owner = await world.own();
    const { id: template } = await newTemplate(owner, { type: 'MARKETING' });
    await owner.key.patch(`/templates/${template}`, { type: 'HEADLESS' });
    const reader = await newContact(owner);
    const to = [reader.email, newEmail('stranger')];
    const { emails } = (await send(owner, { to, template, subject: 'Own', body: '<p>Own</p>' })).body.data;
    assert.deepEqual(
      emails.map(({ status, reason }: Record<string, string>) => [status, reason]),
      [
        ['QUEUED', null],
        ['SUPPRESSED', 'UNSUBSCRIBED'],
      ],
    );
    answered(await owner.key.get(`/emails/${emails[0].email}`), 200, { type: 'HEADLESS', subject: 'Own' });
    answered(await owner.key.get(`/contacts/${emails[1].contact.id}`), 200, { subscribed: false });
  }),
  it('uses the language of `locale` where we have it, else the language of the project', async (world) => {
    const owner = await world.owner();
    answered(await owner.api.patch(`/users/@me/projects/${owner.project.id}`, { language: 'de' }), 200);
    const body = '<p>{{ "2026-03-01" | date: "%B" }}</p>';
    const { id: template } = await newTemplate(owner, { type: 'MARKETING', body });
    const bodyFor = async (locale: unknown): Promise<string> => {
      const fields = { template, subject: undefined, body: undefined, subscribed: true, data: { locale } };
      const { email } = await sendOne(owner, { ...fields, to: newEmail('locale') });
      return (await owner.key.get(`/emails/${email}`)).body.body;
    };
    for (const locale of ['xx', 'not a language', 7, '', 'de-AT']) {
      assert.match(await bodyFor(locale), /März.*Abmelden/s, String(locale));
    }
    for (const locale of ['fr', 'fr-CA']) assert.match(await bodyFor(locale), /mars.*Se désabonner/s, locale);
  }),
  it('marks the use of the deprecated name, also in the log (D-148)', async (world) => {
    const owner = await world.own();
    const reply = await send(owner, { name: 'Acme' });
    answered(reply, 200);
    assert.equal(reply.headers.deprecation, '@1794614400');
    answered(await loggedCall(owner.key, requestIdOf(reply)), 200, { isDeprecated: true });
    assert.equal((await send(owner)).headers.deprecation, undefined);
    assert.equal((await send(owner, { name: null })).headers.deprecation, undefined);
  }),
  ...fieldRules,
  ...sendOutcomes,
  ...fileRules,
  ...dataRules(async (owner, data) => {
    const reply = await send(owner, { to: newEmail('data'), subscribed: true, data });
    return reply.status === 200 ? owner.key.get(`/contacts/${reply.body.data.emails[0].contact.id}`) : reply;
  }),
);
