import type { ProjectFixture } from '../project-fixture.ts';
import { newAddress, type Requests } from '../request.ts';

const password = 'a long password';

async function personWithPassword({ app, newEmail }: ProjectFixture): Promise<{ email: string }> {
  return { email: (await app.given.user({ email: newEmail(), password })).email };
}

export const accountRequests: Requests = {
  'POST /auth/login': async (fixture) => ({ body: { ...(await personWithPassword(fixture)), password } }),
  'POST /auth/signup': async ({ newEmail, word }) => ({ body: { email: newEmail(), password, projectName: word } }),
  'GET /auth/logout': async () => ({}),
  'POST /auth/logout': async () => ({}),
  'GET /auth/oauth-config': async () => ({}),
  'GET /auth/oauth/:provider': async () => ({ params: { provider: 'corp' } }),
  'GET /auth/oauth/:provider/callback': async () => ({
    params: { provider: 'corp' },
    query: { code: 'x', state: 'x' },
  }),
  'POST /auth/request-verification': async () => ({}),
  'POST /auth/request-password-reset': async (fixture) => ({ body: await personWithPassword(fixture) }),

  async 'POST /auth/verify-email'({ app, newEmail, mailedToken }) {
    const email = newEmail();
    await app.anyone.post('/auth/signup', { email, password }, { 'x-forwarded-for': newAddress() });
    return { body: { token: await mailedToken(email), newPassword: 'another long password' } };
  },

  async 'POST /auth/reset-password'(fixture) {
    const { email } = await personWithPassword(fixture);
    await fixture.app.anyone.post('/auth/request-password-reset', { email });
    return { body: { token: await fixture.mailedToken(email), newPassword: 'another long password' } };
  },

  'GET /users/@me': async () => ({}),
  'PATCH /users/@me': async ({ word }) => ({ body: { name: word } }),
  // The owner of a fixture has no password, so the current one is not required.
  'POST /users/@me/password': async () => ({ body: { newPassword: 'another long password' } }),
  'GET /users/@me/sessions': async () => ({}),

  async 'DELETE /users/@me/sessions/:id'({ project }) {
    const { body } = await project.owner.client.get('/users/@me/sessions');
    return { params: { id: body[0].id } };
  },

  async 'DELETE /users/@me'({ app, project }) {
    await app.given.member(project, 'OWNER');
    return {};
  },
};
