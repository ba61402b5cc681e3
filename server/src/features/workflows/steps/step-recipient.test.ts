import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadProjectFacts, recipientUrls } from '#features/emails';
import { projectContext } from '#platform/context';
import type { JsonObject } from '#pure/custom-fields';
import { openProjectSetup, type ProjectSetup } from '#testing/project-setup';
import { findStepRecipients } from './step-recipient.ts';
import { valuesOf } from './values-of.ts';

let setup: ProjectSetup;
beforeAll(async () => {
  setup = await openProjectSetup({});
});
afterAll(() => setup.close());

const recipient = (customEmail: string, values: JsonObject = {}) => ({
  customEmail,
  values,
  language: 'en',
  now: new Date(0),
});
const find = (...recipients: ReturnType<typeof recipient>[]) =>
  findStepRecipients(projectContext(setup.app.app.services, setup.project.id), recipients);

test('custom addresses are rendered, normalised and looked up among the contacts of the project, in order', async () => {
  const api = setup.app.as(setup.project.secretKey);
  const neighbour = setup.app.as((await setup.app.given.project()).secretKey);
  const { id } = (await api.post('/contacts', { email: 'boss@example.com' })).body;
  await neighbour.post('/contacts', { email: 'other@example.com' });

  expect(
    await find(
      recipient('{{boss}}', { boss: ' Boss@Example.COM ' }),
      recipient('other@{{ host | downcase }}', { host: 'EXAMPLE.com' }),
    ),
  ).toEqual([
    { email: 'boss@example.com', contactId: id },
    { email: 'other@example.com', contactId: null },
  ]);
});

test('what is no address after rendering, and what cannot be rendered, fails its own mail and no other', async () => {
  const results = await find(
    recipient('{{boss}}'),
    recipient('{{boss}}', { boss: `${'x'.repeat(300)}\0` }),
    recipient('{% for i in (1..300000) %}{% endfor %}'),
    recipient('a@example.org'),
  );

  expect(results).toEqual([
    { code: 'RECIPIENT_INVALID', message: '"": An email address has exactly one @.' },
    { code: 'RECIPIENT_INVALID', message: expect.stringMatching(/^"x{254}": .{10,60}$/) },
    { code: 'RENDER_FAILED', message: 'The text takes more than 200,000 steps.' },
    { email: 'a@example.org', contactId: null },
  ]);
});

test('an address can name the contact, the context and the links of the contact', async () => {
  const api = setup.app.as(setup.project.secretKey);
  const { id, email, data } = (await api.post('/contacts', { email: 'eve@example.com', data: { box: 'a' } })).body;
  const ctx = projectContext(setup.app.app.services, setup.project.id);
  const { handle, language } = await ctx.read(loadProjectFacts);
  const urls = recipientUrls(ctx.config, { handle, contactId: id, emailId: null });
  const values = valuesOf({ contact: { id, email, data }, context: { box: 'b' }, urls, language });

  const customEmail = '{% if manageUrl contains "/m/" %}{{box}}-{{data.box}}-{{email}}{% endif %}';
  expect(await findStepRecipients(ctx, [{ customEmail, values, language, now: new Date(0) }])).toEqual([
    { email: 'b-b-eve@example.com', contactId: null },
  ]);
});
