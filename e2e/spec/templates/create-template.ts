import assert from 'node:assert/strict';
import { projectEndpointWithBody } from '../conventions/project-endpoint.ts';
import { entry, it } from '../entry.ts';
import { answered, invalid, isInstant, isUuid7 } from '../world/expect.ts';
import { aTemplate } from './new-template.ts';
import { textRules } from './text-rules.ts';

export const createTemplate = entry(
  'POST /templates',
  projectEndpointWithBody({
    endpoint: 'POST /templates',
    status: 201,
    request: async () => ({ path: '/templates', body: { ...aTemplate } }),
  }),
  it('returns 201 with the whole template', async (world) => {
    const { key, project } = await world.own();
    const reply = await key.post('/templates', {
      ...aTemplate,
      name: ' Welcome ',
      description: null,
      fromName: 'Acme',
    });
    answered(reply, 201);
    const { id, createdAt, updatedAt, ...rest } = reply.body;
    isUuid7(id);
    isInstant(createdAt);
    assert.equal(updatedAt, createdAt);
    const unset = { description: null, from: null, replyTo: null };
    assert.deepEqual(rest, { ...aTemplate, ...unset, fromName: 'Acme', projectId: project.id });
  }),
  it('requires name, subject, body and type (D-113, D-503)', async (world) => {
    const { key } = await world.own();
    const fields = ['name', 'subject', 'body', 'type'] as const;
    invalid(await key.post('/templates', {}), ...fields.map((field) => [field, 'required'] as [string, string]));
    for (const field of fields) {
      invalid(await key.post('/templates', { ...aTemplate, [field]: null }), [field, 'required']);
      invalid(await key.post('/templates', { ...aTemplate, [field]: 7 }), [field, 'invalid_type', 'number']);
    }
  }),
  it('creates no HEADLESS template, and suggests how to get one (D-503)', async (world) => {
    const reply = await (await world.own()).key.post('/templates', { ...aTemplate, type: 'HEADLESS' });
    invalid(reply, ['type', 'invalid_enum_value', 'HEADLESS']);
    assert.match(reply.body.error.suggestion, /MARKETING, then change/);
  }),
  it('allows two of the same name', async (world) => {
    const { key } = await world.own();
    const [one, two] = [await key.post('/templates', aTemplate), await key.post('/templates', aTemplate)];
    answered(two, 201, { name: one.body.name });
    assert.notEqual(one.body.id, two.body.id);
  }),
  textRules(201, (owner, fields) => owner.key.post('/templates', { ...aTemplate, ...fields })),
);
