import type { ProjectFixture } from '../project-fixture.ts';
import type { Requests } from '../request.ts';

const aDomain = async (fixture: ProjectFixture) => ({ params: { id: await fixture.make('domain') } });

export const domainRequests: Requests = {
  'GET /domains/project/:projectId': async ({ project }) => ({ params: { projectId: project.id } }),
  'POST /domains': async ({ newEmail }) => ({ body: { domain: newEmail().replace('@', '.') } }),
  'GET /domains/:id': aDomain,
  'GET /domains/:id/verify': aDomain,
  'POST /domains/:id/verify': aDomain,
  'DELETE /domains/:id': aDomain,
};
