import type { Requests } from '../request.ts';
import type { Scene } from '../scene.ts';

const anEvent = async ({ newEmail, word }: Scene) => ({
  body: { email: newEmail(), event: `event ${word}`, data: { plan: word } },
});
const aName = async ({ word }: Scene) => ({ params: { eventName: `event ${word}` } });

export const eventRequests: Requests = {
  'POST /v1/track': anEvent,
  'POST /events/track': anEvent,
  'GET /events': async () => ({}),
  'GET /events/stats': async () => ({}),
  'GET /events/contact/:contactId': async (scene) => ({ params: { contactId: await scene.make('contact') } }),
  'GET /events/names': async () => ({}),
  'GET /events/:eventName/usage': aName,
  'GET /events/contact/usage': async () => ({}),
  'DELETE /events/:eventName': aName,
};
