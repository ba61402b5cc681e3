import type { ProjectFixture } from '../project-fixture.ts';
import type { Requests } from '../request.ts';

const anEvent = async ({ newEmail, word }: ProjectFixture) => ({
  body: { email: newEmail(), event: `event ${word}`, data: { plan: word } },
});
const aName = async ({ word }: ProjectFixture) => ({ params: { eventName: `event ${word}` } });

export const eventRequests: Requests = {
  'POST /v1/track': anEvent,
  'POST /events/track': anEvent,
  'GET /events': async () => ({}),
  'GET /events/stats': async () => ({}),
  'GET /events/contact/:contactId': async (fixture) => ({ params: { contactId: await fixture.make('contact') } }),
  'GET /events/names': async () => ({}),
  'GET /events/:eventName/usage': aName,
  'GET /events/contact/usage': async () => ({}),
  'DELETE /events/:eventName': aName,
};
