import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { projectEndpoint, projectEndpointWithBody } from '../conventions/project-endpoint.ts';
import { unknownIds } from '../conventions/unknown-ids.ts';
import { entry, it } from '../entry.ts';
import { answered, answeredWhole, invalid, refused } from '../world/expect.ts';
import { newEmail } from '../world/people.ts';
import { idInPath, newTemplate, requestOf } from './new-template.ts';
import { textRules } from './text-rules.ts';

const getSubject = { endpoint: 'GET /templates/:id', status: 200, request: requestOf() } as const;
const deleteSubject = { endpoint: 'DELETE /templates/:id', status: 204, request: requestOf() } as const;
const patchSubject = {
  endpoint: 'PATCH /templates/:id',
  status: 200,
  request: requestOf('', { name: 'New' }),
} as const;
const duplicateSubject = {
  endpoint: 'POST /templates/:id/duplicate',
  status: 201,
  request: requestOf('/duplicate'),
} as const;
const usageSubject = { endpoint: 'GET /templates/:id/usage', status: 200, request: requestOf('/usage') } as const;

export const getTemplate = entry(
  'GET /templates/:id',
  projectEndpoint(getSubject),
  unknownIds(getSubject, idInPath),
  it('returns the body exactly as it was sent', async (world) => {
    const owner = await world.own();
    const body = '<style>p { color: red }</style>\r\n<P >{{  name  }}</p>\t{%- if a > 1 -%}<br/>{% endif %}';
    const { id } = await newTemplate(owner, { body });
    answered(await owner.key.get(`/templates/${id}`), 200, { body });
  }),
);

export const patchTemplate = entry(
  'PATCH /templates/:id',
  projectEndpointWithBody(patchSubject),
  unknownIds(patchSubject, idInPath),
  it('changes only what is given, clears with null, and moves updatedAt (D-113, D-505)', async (world) => {
    const owner = await world.own();
    const before = await newTemplate(owner, { description: 'D', fromName: 'Acme', replyTo: 'r@acme.example' });
    const reply = await owner.key.patch(`/templates/${before.id}`, {
      description: null,
      fromName: null,
      subject: 'New',
    });
    const { updatedAt } = reply.body;
    assert.ok(updatedAt > before.updatedAt);
    answered(reply, 200);
    assert.deepEqual(reply.body, { ...before, description: null, fromName: null, subject: 'New', updatedAt });
    assert.deepEqual((await owner.key.get(`/templates/${before.id}`)).body, reply.body);
  }),
  it('changes nothing for an empty body, or the same values (D-113, D-123)', async (world) => {
    const owner = await world.own();
    const before = await newTemplate(owner);
    for (const body of [undefined, {}, { name: null }, { name: ` ${before.name}`, subject: before.subject }]) {
      const reply = await owner.key.patch(`/templates/${before.id}`, body);
      answered(reply, 200);
      assert.deepEqual(reply.body, before);
    }
  }),
  it('sets any of the three types (D-505, D-513)', async (world) => {
    const owner = await world.own();
    const { id } = await newTemplate(owner);
    for (const type of ['HEADLESS', 'MARKETING', 'TRANSACTIONAL']) {
      answered(await owner.key.patch(`/templates/${id}`, { type }), 200, { type });
    }
  }),
  it('checks only what is sent, and reaches later mail alone (D-505, D-537)', async (world) => {
    const owner = await world.own();
    const { id } = await newTemplate(owner, { subject: 'Old', from: 'hello@postrider.test' });
    const sent = async (): Promise<string> =>
      (await owner.key.post('/v1/send', { to: newEmail('text'), template: id })).body.data.emails[0].email;
    const subjectOf = async (email: string) => (await owner.key.get(`/emails/${email}`)).body.subject;
    const before = await sent();
    answered(await owner.key.patch(`/templates/${id}`, { subject: 'New' }), 200);
    assert.deepEqual([await subjectOf(before), await subjectOf(await sent())], ['Old', 'New']);
    await world.sql(`update templates set from_email = 'a@lost.example' where id = $1`, [id]);
    answered(await owner.key.patch(`/templates/${id}`, { name: 'Other' }), 200, { from: 'a@lost.example' });
  }),
  it('refuses wrong values before it looks for the template, and applies nothing', async (world) => {
    const owner = await world.own();
    const before = await newTemplate(owner);
    for (const id of [before.id, randomUUID()]) {
      const reply = await owner.key.patch(`/templates/${id}`, { body: '{% if %}{% endif %}', name: 'X' });
      invalid(reply, ['body', 'template_syntax']);
    }
    const sender = await owner.key.patch(`/templates/${before.id}`, { from: 'a@acme.example', name: 'X' });
    refused(sender, 403, 'DOMAIN_NOT_VERIFIED');
    answeredWhole(await owner.key.get(`/templates/${before.id}`), 200, before);
  }),
  textRules(200, async (owner, fields) => owner.key.patch(`/templates/${(await newTemplate(owner)).id}`, fields)),
);

export const deleteTemplate = entry(
  'DELETE /templates/:id',
  projectEndpoint(deleteSubject),
  unknownIds(deleteSubject, idInPath),
  it('returns 204 without a body, and 404 the second time', async (world) => {
    const owner = await world.own();
    const { id } = await newTemplate(owner);
    const reply = await owner.key.delete(`/templates/${id}`);
    answered(reply, 204);
    assert.equal(reply.text, '');
    refused(await owner.key.delete(`/templates/${id}`), 404, 'TEMPLATE_NOT_FOUND', { resource: 'template', id });
    refused(await owner.key.get(`/templates/${id}`), 404, 'TEMPLATE_NOT_FOUND');
  }),
);

export const duplicateTemplate = entry(
  'POST /templates/:id/duplicate',
  projectEndpoint(duplicateSubject),
  unknownIds(duplicateSubject, idInPath),
  it('returns 201 with a copy of every field under a new name (D-507)', async (world) => {
    const owner = await world.own();
    const original = await newTemplate(owner, { fromName: 'Acme', description: 'D', replyTo: 'r@acme.example' });
    await owner.key.patch(`/templates/${original.id}`, { type: 'HEADLESS' });
    await world.sql(`update templates set from_email = 'a@lost.example' where id = $1`, [original.id]);
    const reply = await owner.key.post(`/templates/${original.id}/duplicate`);
    const { id, createdAt, updatedAt } = reply.body;
    answered(reply, 201);
    assert.notEqual(id, original.id);
    assert.deepEqual(reply.body, {
      ...original,
      ...{ id, createdAt, updatedAt, type: 'HEADLESS', name: 'Welcome (Copy)', from: 'a@lost.example' },
    });
    answered(await owner.key.get(`/templates/${id}`), 200);
  }),
  it('cuts a long name to fit (D-507)', async (world) => {
    const owner = await world.own();
    const { id } = await newTemplate(owner, { name: 'x'.repeat(200) });
    const { body } = await owner.key.post(`/templates/${id}/duplicate`);
    assert.equal(body.name, `${'x'.repeat(193)} (Copy)`);
  }),
);

export const templateUsage = entry(
  'GET /templates/:id/usage',
  projectEndpoint(usageSubject),
  unknownIds(usageSubject, idInPath),
  it('returns empty lists for a template that is not used', async (world) => {
    const owner = await world.own();
    const { id } = await newTemplate(owner);
    const reply = await owner.key.get(`/templates/${id}/usage`);
    answered(reply, 200);
    const counts = { campaigns: 0, workflowSteps: 0 };
    assert.deepEqual(reply.body, { campaigns: [], workflowSteps: [], counts, emailsSent: 0 });
  }),
);
