import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { projectEndpoint, projectEndpointWithBody } from '../conventions/project-endpoint.ts';
import { unknownIds } from '../conventions/unknown-ids.ts';
import { entry, it } from '../entry.ts';
import { newTemplate } from '../templates/new-template.ts';
import { answered, includes, invalid, refused } from '../world/expect.ts';
import { newEmail } from '../world/people.ts';
import { idInPath, requestOf, sendOne, untilEmail } from './new-email.ts';

const getSubject = { endpoint: 'GET /emails/:id', status: 200, request: requestOf() } as const;
const resendSubject = {
  endpoint: 'POST /emails/:id/resend',
  status: 201,
  request: requestOf('/resend', {}),
} as const;

export const getEmail = entry(
  'GET /emails/:id',
  projectEndpoint(getSubject),
  unknownIds(getSubject, idInPath),
  it('shows content, attempts and history', async (world) => {
    const owner = await world.own();
    const { email } = await sendOne(owner, { data: { name: 'Ann' }, headers: { 'X-Order': '42' } });
    const shown = await untilEmail(owner, email, ({ sentAt }) => sentAt !== null);
    assert.equal(shown.body, '<p>Hello Ann</p>');
    assert.equal(shown.text, 'Hello Ann');
    assert.deepEqual(shown.headers, { 'X-Order': '42' });
    assert.deepEqual(shown.variables, { name: { value: 'Ann', persistent: true } });
    assert.deepEqual(shown.warnings, []);
    assert.equal(shown.attemptLog[0].outcome, 'ACCEPTED');
    assert.equal(shown.timeline[0].type, 'email.sent');
  }),
  it('shows why a mail bounced, with the reply of the receiving side (D-630)', async (world) => {
    const owner = await world.own();
    const { email } = await sendOne(owner);
    await untilEmail(owner, email, ({ sentAt }) => sentAt !== null);
    const words = '550 5.1.1 Simulated: no such mailbox';
    answered(await owner.key.post(`/inbox/${email}/simulate`, { type: 'bounce' }), 200, { status: 'BOUNCED' });
    answered(await owner.key.get(`/emails/${email}`), 200, { status: 'BOUNCED', reason: null, error: words });
    answered(await owner.key.post(`/inbox/${email}/simulate`, { type: 'complaint' }), 200, { error: words });
  }),
  it('warns of a text that could not be parsed as a template (D-535, D-619)', async (world) => {
    const owner = await world.own();
    const { email } = await sendOne(owner, { body: '{% if a %}Hi {{name}}', data: { name: 'Ann' } });
    answered(await owner.key.get(`/emails/${email}`), 200, {
      body: '{% if a %}Hi Ann',
      warnings: [{ code: 'template_syntax', field: 'body', line: 1, column: 1 }],
    });
  }),
  it('is substituted plainly past a limit, and passes unknown filters and bare words (D-535, D-536)', async (world) => {
    const owner = await world.own();
    const shown = async (body: string) => {
      const { email } = await sendOne(owner, { body, data: { name: 'Ann' } });
      const reply = await owner.key.get(`/emails/${email}`);
      return [reply.body.body, reply.body.warnings.map(({ code }: { code: string }) => code)];
    };
    const deep = `${'{% if a %}'.repeat(33)}${'{% endif %}'.repeat(33)}`;
    const long = '{% for a in (1..9999999) %}{% endfor %}'; // refused before its first round, so that no time counts
    assert.deepEqual(await shown(`${deep}{{name}}`), [`${deep}Ann`, ['too_big']]);
    assert.deepEqual(await shown(`${long}{{name}}`), [`${long}Ann`, ['render_limit']]);
    assert.deepEqual(await shown('{{ name | bogus }} {{ none ?? name }}'), ['Ann Ann', []]);
  }),
);

export const resendEmail = entry(
  'POST /emails/:id/resend',
  projectEndpointWithBody(resendSubject),
  unknownIds(resendSubject, idInPath),
  it('makes a new email of the stored content, for the same recipient or another', async (world) => {
    const owner = await world.own();
    const to = newEmail('again');
    const { email } = await sendOne(owner, { to, data: { name: 'Ann' } });
    const same = await owner.key.post(`/emails/${email}/resend`, {});
    answered(same, 201, { to, resentFrom: email, subject: 'Hello Ann', status: 'QUEUED' });
    assert.notEqual(same.body.id, email);
    const other = newEmail('other');
    const elsewhere = await owner.key.post(`/emails/${email}/resend`, { to: other });
    answered(elsewhere, 201, { to: other, resentFrom: email });
    invalid(await owner.key.post(`/emails/${email}/resend`, { to: 'x' }), ['to', 'invalid_string', 'x']);
  }),
  it('carries the personal links of its own recipient, never those of the first one', async (world) => {
    const owner = await world.own();
    const { id: template } = await newTemplate(owner, { type: 'MARKETING', body: '<p>News</p>' });
    const { id: own } = await newTemplate(owner, { type: 'MARKETING', body: '<a href="{{manageUrl}}">Mine</a>' });
    const [ann, bob] = [newEmail('ann'), newEmail('bob')];
    const subscribed = { template, subscribed: true, subject: undefined, body: undefined };
    for (const change of [{}, { template: own }]) {
      const first = await sendOne(owner, { ...subscribed, ...change, to: ann });
      await sendOne(owner, { ...subscribed, to: bob });
      const again = await owner.key.post(`/emails/${first.email}/resend`, { to: bob });
      answered(again, 201, { to: bob, status: 'QUEUED' });
      const { body, text } = (await owner.key.get(`/emails/${again.body.id}`)).body;
      const links = [...`${body} ${text}`.matchAll(/\/[um]\/[\w-]+/g)].map(String);
      assert.ok(links.length >= 1, body);
      for (const link of links) {
        const page = await world.anyone().get(link, { accept: 'application/json' });
        answered(page, 200, { email: 'b…@people.example' });
      }
      answered(await world.anyone().send({ method: 'POST', path: links[0] ?? '', raw: 'subscribed=false' }), 200);
      answered(await owner.key.get(`/contacts/${again.body.contactId}`), 200, { subscribed: false });
      answered(await owner.key.get(`/contacts/${first.contact.id}`), 200, { subscribed: true });
    }
  }),
  it('refuses once the content is gone (D-616, D-636)', async (world) => {
    const owner = await world.own();
    const files = [{ filename: 'a.txt', content: Buffer.from('hello').toString('base64'), contentType: 'text/plain' }];
    const { email } = await sendOne(owner, {
      body: '<p>{% if a %}</p>',
      headers: { 'X-Order': '42' },
      attachments: files,
    });
    const before = (await owner.key.get(`/emails/${email}`)).body;
    await world.sql('delete from email_contents where id = $1', [email]);
    refused(await owner.key.post(`/emails/${email}/resend`, {}), 400, 'EMAIL_BODY_EXPIRED');
    const after = (await owner.key.get(`/emails/${email}`)).body;
    const { headers, attachments, warnings, ...gone } = after;
    includes(gone, { body: null, text: null, variables: {}, bodyExpired: true });
    assert.deepEqual(
      { headers, attachments, warnings },
      {
        headers: { 'X-Order': '42' },
        attachments: [
          {
            filename: 'a.txt',
            contentType: 'text/plain',
            size: 5,
            disposition: 'attachment',
            contentId: null,
            sha256: createHash('sha256').update('hello').digest('hex'),
          },
        ],
        warnings: before.warnings,
      },
    );
    assert.equal(warnings[0].code, 'template_syntax');
    answered(await owner.key.delete(`/contacts/${after.contactId}`), 204);
    answered(await owner.key.get(`/emails/${email}`), 200, { headers: {}, attachments: [], warnings: [] });
  }),
);
