import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectContext } from '#platform/context';
import type { SendEmailConfig } from '#pure/workflow-graph';
import type { Client } from '#testing/client';
import { openProjectSetup, type ProjectSetup } from '#testing/project-setup';
import { loadStepTexts } from './load-step-texts.ts';

let setup: ProjectSetup;
let api: Client;
beforeAll(async () => {
  setup = await openProjectSetup({});
  api = setup.app.as(setup.project.secretKey);
  const { id } = (await api.post('/domains', { domain: 'acme.example' })).body;
  await setup.rows(`update domains set status = 'verified', verified_at = now() where id = $1`, [id]);
});
afterAll(() => setup.close());

const template = async (fields: object = {}): Promise<string> =>
  (await api.post('/templates', { name: 'T', subject: 'S', body: '<p>B</p>', type: 'MARKETING', ...fields })).body.id;

async function textOf(
  config: Partial<SendEmailConfig> & { templateId: string },
  services: Parameters<typeof projectContext>[0] = setup.app.app.services,
) {
  const own = { customEmail: null, from: null, fromName: null, replyTo: null };
  const step = { id: 'one', type: 'SEND_EMAIL', name: 'Mail', config: {}, templateId: config.templateId } as const;
  const ctx = projectContext(services, setup.project.id);
  const texts = await ctx.read((reader) =>
    loadStepTexts(reader, [{ step, config: { type: 'SEND_EMAIL', ...own, ...config } }]),
  );
  return texts.get('one');
}

test('a step sends its template as it is now, with its own sender where it has one', async () => {
  const templateId = await template({ from: 'a@acme.example', fromName: 'Acme', replyTo: 'r@acme.example' });
  await api.patch(`/templates/${templateId}`, { body: '<style>p { color: red }</style><p>New</p>' });

  expect(await textOf({ templateId })).toEqual({
    templateId,
    subject: 'S',
    body: '<p style="color: red;">New</p>',
    type: 'MARKETING',
    fromEmail: 'a@acme.example',
    fromName: 'Acme',
    replyTo: 'r@acme.example',
  });
  const own = { from: 'b@acme.example', fromName: 'Bob', replyTo: 'b@example.org' };
  expect(await textOf({ templateId, ...own })).toMatchObject({
    fromEmail: 'b@acme.example',
    fromName: 'Bob',
    replyTo: 'b@example.org',
  });
});

test('a template that is gone, a missing sender and a removed domain are errors of the step', async () => {
  expect(await textOf({ templateId: randomUUIDv7() })).toMatchObject({ code: 'TEMPLATE_NOT_FOUND' });
  const templateId = await template();
  expect(await textOf({ templateId })).toMatchObject({ code: 'SENDER_MISSING' });
  expect(await textOf({ templateId, from: 'a@gone.example' })).toMatchObject({ code: 'DOMAIN_REMOVED' });
});

test('a domain that is not verified does not fail the step, and the sandbox domain needs none (D-710)', async () => {
  const templateId = await template();
  await api.post('/domains', { domain: 'pending.example' });

  expect(await textOf({ templateId, from: 'a@pending.example' })).toMatchObject({ fromEmail: 'a@pending.example' });
  expect(await textOf({ templateId, from: 'a@postrider.test' })).toMatchObject({ fromEmail: 'a@postrider.test' });
});

test('where the operator wants DMARC, marketing mail from a domain without it fails its step (D-705)', async () => {
  const { config } = setup.app.app.services;
  const refusing = { ...setup.app.app.services, config: { ...config, MARKETING_WITHOUT_DMARC: 'refuse' as const } };
  const [marketing, receipt] = [await template(), await template({ type: 'TRANSACTIONAL' })];
  const [own, sandbox] = ['a@acme.example', 'a@postrider.test'];

  expect(await textOf({ templateId: marketing, from: own }, refusing)).toMatchObject({ code: 'DMARC_REQUIRED' });
  expect(await textOf({ templateId: marketing, from: sandbox }, refusing)).toMatchObject({ fromEmail: sandbox });
  expect(await textOf({ templateId: receipt, from: own }, refusing)).toMatchObject({ fromEmail: own });
  expect(await textOf({ templateId: marketing, from: own })).toMatchObject({ fromEmail: own });
  await setup.rows(`update domains set dmarc_policy = 'none' where domain = 'acme.example'`);
  expect(await textOf({ templateId: marketing, from: own }, refusing)).toMatchObject({ fromEmail: own });
});

test('a template of another project is not there', async () => {
  const neighbour = setup.app.as((await setup.app.given.project()).secretKey);
  const other = { name: 'T', subject: 'S', body: 'B', type: 'TRANSACTIONAL', from: 'a@postrider.test' };
  const { id } = (await neighbour.post('/templates', other)).body;

  expect(await textOf({ templateId: id })).toMatchObject({ code: 'TEMPLATE_NOT_FOUND' });
});
