import type { Requests } from '../request.ts';
import type { Scene } from '../scene.ts';

const aContact = async (scene: Scene) => ({ params: { id: await scene.make('contact') } });
const aField = async ({ word }: Scene) => ({ params: { field: `data.key ${word}` } });

export const contactRequests: Requests = {
  'GET /contacts': async () => ({}),
  'POST /contacts': async ({ newEmail, word }) => ({ body: { email: newEmail(), data: { plan: word } } }),
  'GET /contacts/:id': aContact,
  'PATCH /contacts/:id': async (scene) => ({ ...(await aContact(scene)), body: { data: { plan: scene.word } } }),
  'DELETE /contacts/:id': aContact,
  'POST /contacts/lookup': async ({ newEmail }) => ({ body: { emails: [newEmail()] } }),
  'GET /contacts/fields': async () => ({}),
  'GET /contacts/fields/:field/values': aField,
  'GET /contacts/fields/:field/usage': aField,
  'DELETE /contacts/fields/:field': aField,
};
