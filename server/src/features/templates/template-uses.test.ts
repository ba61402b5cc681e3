import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type ProjectContext, projectContext } from '#platform/context';
import { makeReferences, type Reference } from '#platform/references';
import { type Client, startTestApp, type TestApp } from '#testing';
import { deleteTemplate } from './delete-template.ts';
import { templatesSendingFrom } from './sending-from.ts';
import type { TemplateId } from './template.ts';
import { templateUsage } from './template-usage.ts';

let app: TestApp;
let client: Client;
let ctx: ProjectContext;
let uses: Reference[] = [];

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'));
  const project = await app.given.project();
  client = app.as(project.secretKey);
  const references = makeReferences([{ template: async () => uses }]);
  ctx = projectContext({ ...app.app.services, references }, project.id);
});
afterAll(() => app.close());

const aTemplate = async (fields: object = {}): Promise<TemplateId> =>
  (await client.post('/templates', { name: 'T', subject: 's', body: 'b', type: 'TRANSACTIONAL', ...fields })).body.id;
const step = (n: number): Reference => ({
  by: 'workflow-step',
  id: `s${n}`,
  name: `Mail ${n}`,
  workflow: { id: 'w', name: 'Flow' },
});

test('a template that a workflow step sends is not deleted; the refusal names at most twenty steps', async () => {
  const id = await aTemplate();
  uses = Array.from({ length: 30 }, (_, n) => step(n));

  await expect(deleteTemplate(ctx, id)).rejects.toMatchObject({
    code: 'TEMPLATE_IN_USE',
    kind: 'conflict',
    text: { details: { workflowSteps: expect.toSatisfy((steps: unknown[]) => steps.length === 20) } },
  });
  expect((await client.get(`/templates/${id}`)).status).toBe(200);
});

test('campaigns and mail do not prevent the deletion of a template', async () => {
  const id = await aTemplate();
  uses = [
    { by: 'campaign', id: 'c', name: 'May', status: 'DRAFT' },
    { by: 'emails', id, name: '', count: 1204 },
  ];

  expect(await templateUsage(ctx, id)).toMatchObject({
    campaigns: [{ id: 'c', status: 'DRAFT' }],
    workflowSteps: [],
    emailsSent: 1204,
  });
  await deleteTemplate(ctx, id);
  expect((await client.get(`/templates/${id}`)).status).toBe(404);
});

test('the templates that send from a domain are found', async () => {
  const id = await aTemplate({ from: 'hello@postrider.test', name: 'Sends' });
  await aTemplate();

  expect(await ctx.read((reader) => templatesSendingFrom(reader, 'postrider.test'))).toEqual([
    { by: 'template', id, name: 'Sends' },
  ]);
  expect(await ctx.read((reader) => templatesSendingFrom(reader, 'test'))).toEqual([]);
});
