import type { ProjectFixture } from '../project-fixture.ts';
import type { Requests } from '../request.ts';
import { resetRequest } from './reset-request.ts';

const here = async ({ project }: ProjectFixture) => ({ params: { id: project.id } });

const aMember = async (fixture: ProjectFixture) => ({
  params: { id: fixture.project.id, userId: await fixture.make('member') },
});

export const projectRequests: Requests = {
  'GET /users/@me/projects': async () => ({}),
  'POST /users/@me/projects': async ({ word }) => ({ body: { name: word } }),
  'PATCH /users/@me/projects/:id': async (fixture) => ({ ...(await here(fixture)), body: { tracking: 'DISABLED' } }),
  'DELETE /users/@me/projects/:id': here,
  'POST /users/@me/projects/:id/reset': resetRequest,
  'POST /users/@me/projects/:id/regenerate-keys': here,
  'GET /projects/:id/keys': here,
  'GET /projects/:id/webhook-secret': here,
  'POST /projects/:id/webhook-secret/rotate': here,
  'GET /projects/:id/members': here,
  'POST /projects/:id/members': async (fixture) => ({ ...(await here(fixture)), body: { email: fixture.newEmail() } }),
  'PATCH /projects/:id/members/:userId': async (fixture) => ({ ...(await aMember(fixture)), body: { role: 'ADMIN' } }),
  'DELETE /projects/:id/members/:userId': aMember,

  async 'GET /invitations/:token'({ project, newEmail, mailedToken }) {
    const email = newEmail();
    await project.owner.client.post(`/projects/${project.id}/members`, { email });
    return { params: { token: await mailedToken(email) } };
  },

  async 'POST /invitations/:token/accept'({ app, project, mailedToken }) {
    const host = await app.given.project();
    await host.owner.client.post(`/projects/${host.id}/members`, { email: project.owner.email });
    return { params: { token: await mailedToken(project.owner.email) } };
  },
};
