import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { newContact } from '../contacts/new-contact.ts';
import { projectEndpointWithBody } from '../conventions/project-endpoint.ts';
import { entry, it } from '../entry.ts';
import { answered, answeredWhole, invalid, refused } from '../world/expect.ts';
import type { World } from '../world/world.ts';
import { newTemplate } from './new-template.ts';

const path = '/templates/preview';
const preview = async (world: World, body: object) => (await world.own()).key.post(path, body);

/** The table of docs/contract/04, 2.9: text, values, result. */
const everyBuildPasses: [text: string, data: object, result: string][] = [
  ['{{name}}', {}, ''],
  ['{{name ?? "x"}}', {}, 'x'],
  ['{{name??"x"}}', { name: null }, 'x'],
  ['{{n ?? 5}}', { n: 0 }, '0'],
  ['{{ok ?? true}}', { ok: false }, 'false'],
  ['{{first name}}', { 'first name': 'Ada' }, 'Ada'],
  ['{{data["first name"] | upcase}}', { 'first name': 'Ada' }, 'ADA'],
  ['{{first name ?? "there" | upcase}}', {}, 'THERE'],
  ['{{profile.tier}}', { profile: { tier: 'gold' } }, 'gold'],
  ['{{profile.tier.x}}', { profile: { tier: 'gold' } }, ''],
  ['{{name}}', { name: '<b>' }, '&lt;b&gt;'],
  ['{{name | raw}}', { name: '<b>' }, '<b>'],
  ['{% if n %}a{% endif %}', { n: 0 }, 'a'],
  ['{% for t in tags %}{{t}};{% endfor %}', { tags: ['a', 'b'] }, 'a;b;'],
  ['{{tags}}', { tags: ['a', 'b'] }, 'a, b'],
  ['{% if a %} never closed', {}, '{% if a %} never closed'],
  ['{{constructor}}{{name.__proto__}}', { name: 'Ada' }, ''],
];

export const previewTemplate = entry(
  'POST /templates/preview',
  projectEndpointWithBody({
    endpoint: 'POST /templates/preview',
    status: 200,
    request: async () => ({ path, body: { subject: 'Hi {{name}}', body: '<p>{{name}}</p>', data: { name: 'Ada' } } }),
  }),
  it('renders the cases every build must pass', async (world) => {
    for (const [body, data, result] of everyBuildPasses) {
      const reply = await preview(world, { body, data });
      answered(reply, 200);
      assert.equal(reply.body.body, result, body);
    }
    answered(await preview(world, { subject: '{{name}}', data: { name: '<b>' } }), 200, { subject: '<b>' });
  }),
  it('returns subject, body, text, variables and what is missing (D-509)', async (world) => {
    const reply = await preview(world, {
      subject: 'Hello {{first name}}',
      body: '<style>p{color:red}</style><h1>{{plan}}</h1><p>{{gone}} {{nick ?? "you"}}</p>',
      data: { 'first name': 'Ada', plan: { value: 'pro', persistent: false } },
    });
    answered(reply, 200);
    assert.deepEqual(reply.body, {
      subject: 'Hello Ada',
      body: '<h1>pro</h1><p style="color: red;"> you</p>',
      text: 'pro\n\nyou',
      variables: ['first name', 'plan', 'gone', 'nick'],
      missing: ['gone'],
      errors: [],
    });
  }),
  it('renders for a contact, whose address cannot be overwritten', async (world) => {
    const owner = await world.own();
    const contact = await newContact(owner, { data: { plan: 'free', city: 'Bonn', zip: '1' } });
    const reply = await preview(world, {
      contactId: contact.id,
      body: '{{email}} {{id}} {{plan}} {{city}} {{zip ?? "none"}}',
      data: { plan: 'pro', zip: null, email: 'x@example.org' },
    });
    answered(reply, 200, { body: `${contact.email} ${contact.id} pro Bonn none` });
    assert.deepEqual((await owner.key.get(`/contacts/${contact.id}`)).body, contact);
  }),
  it('uses a template for what is missing, its type included (D-509)', async (world) => {
    const owner = await world.own();
    const template = await newTemplate(owner, { subject: 'Mine', body: '<p>Hi</p>', type: 'MARKETING' });
    const reply = await preview(world, { templateId: template.id });
    answered(reply, 200, { subject: 'Mine' });
    assert.match(reply.body.body, /Unsubscribe<\/a>/);
    assert.ok(reply.body.text.includes(`${world.url}/u/preview`), reply.body.text);
    const links = await preview(world, { body: '{{unsubscribeUrl}} {{subscribeUrl}} {{manageUrl}}' });
    const addresses: string[] = links.body.body.split(' ');
    assert.deepEqual(
      addresses,
      ['u', 's', 'm'].map((page) => `${world.url}/${page}/preview`),
    );
    for (const address of addresses)
      assert.equal((await world.anyone().post(address.slice(world.url.length))).status, 404);
    answered(await preview(world, { templateId: template.id, subject: 'Yours', type: 'TRANSACTIONAL' }), 200, {
      subject: 'Yours',
      body: '<p>Hi</p>',
    });
  }),
  it('uses the language of the contact in the footer, and omits the footer where the author has placed a link', async (world) => {
    const type = 'MARKETING';
    const german = await preview(world, { body: 'x', type, data: { locale: 'de' } });
    assert.match(german.body.body, /Abmelden/);
    const own = await preview(world, { body: '<a href="{{manageUrl}}">x</a>', type });
    assert.doesNotMatch(own.body.body, /Unsubscribe/);
  }),
  it('reports mistakes instead of refusing them (D-509)', async (world) => {
    const body = '\n {% if a %}{{name}}';
    const reply = await preview(world, { subject: '{{name', body, data: { name: 'Ada' } });
    answered(reply, 200, { subject: '{{name', body: '\n {% if a %}Ada' });
    assert.deepEqual(reply.body.errors, [
      { field: 'subject', line: 1, column: 1, message: 'Output is never closed.' },
      { field: 'body', line: 2, column: 2, message: "Tag 'if' is never closed." },
    ]);
  }),
  it('stops a text that would run for ever, and stays fast for others (D-509)', async (world) => {
    const body = '{% for a in (1..99999) %}{% for b in (1..99999) %}{% endfor %}{% endfor %}';
    const reply = await preview(world, { body });
    answered(reply, 200, { body });
    assert.equal(reply.body.errors.length, 1);
    const { message, ...position } = reply.body.errors[0];
    assert.deepEqual(position, { field: 'body', line: 1, column: 1 });
    assert.match(message, /^The text (takes more than 200,000 steps|took longer than half a second)\.$/);
    answered(await preview(world, { body: '{{a}}', data: { a: 1 } }), 200, { body: '1' });
  }),
  it('keeps a subject to one line', async (world) => {
    const reply = await preview(world, { subject: 'Hi {{name}}', data: { name: 'Ada\r\nBcc: x@example.org\u2028' } });
    answered(reply, 200, { subject: 'Hi Ada  Bcc: x@example.org ' });
    answered(await preview(world, { subject: '{{nothing}}' }), 200, { subject: '(no subject)' });
    const empty = { subject: '(no subject)', body: '', text: '', variables: [], missing: [], errors: [] };
    answeredWhole(await preview(world, {}), 200, empty);
  }),
  it('does not find foreign or unknown templates and contacts (D-509)', async (world) => {
    const { extras, strangersProject } = world;
    const stranger = extras.stranger.api.with({ 'x-project-id': strangersProject });
    const foreign = (await stranger.post('/contacts', { email: `preview-${randomUUID()}@people.example` })).body.id;
    for (const contactId of [randomUUID(), foreign]) {
      refused(await preview(world, { contactId }), 404, 'CONTACT_NOT_FOUND', { resource: 'contact', id: contactId });
    }
    const templateId = randomUUID();
    refused(await preview(world, { templateId }), 404, 'TEMPLATE_NOT_FOUND', { resource: 'template', id: templateId });
    invalid(await preview(world, { templateId: 'x' }), ['templateId', 'invalid_string']);
    const wrong = await preview(world, { contactId: 'x', data: 7 });
    invalid(wrong, ['contactId', 'invalid_string'], ['data', 'invalid_type']);
  }),
);
