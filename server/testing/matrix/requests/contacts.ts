import type { ProjectFixture } from '../project-fixture.ts';
import type { Requests } from '../request.ts';

const aContact = async (fixture: ProjectFixture) => ({ params: { id: await fixture.make('contact') } });
const aField = async ({ word }: ProjectFixture) => ({ params: { field: `data.key ${word}` } });

export const contactRequests: Requests = {
  'GET /contacts': async () => ({}),
  'POST /contacts': async ({ newEmail, word }) => ({ body: { email: newEmail(), data: { plan: word } } }),
  'GET /contacts/:id': aContact,
  'GET /contacts/:id/summary': aContact,
  'GET /contacts/:id/export': aContact,
  'PATCH /contacts/:id': async (fixture) => ({ ...(await aContact(fixture)), body: { data: { plan: fixture.word } } }),
  'DELETE /contacts/:id': aContact,
  'GET /contacts/:id/consent': aContact,
  'POST /contacts/lookup': async ({ newEmail }) => ({ body: { emails: [newEmail()] } }),
  'GET /contacts/fields': async () => ({}),
  'GET /contacts/fields/:field/values': aField,
  'GET /contacts/fields/:field/usage': aField,
  'DELETE /contacts/fields/:field': aField,
};
