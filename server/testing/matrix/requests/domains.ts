import type { Requests } from '../request.ts';
import type { Scene } from '../scene.ts';

const aDomain = async (scene: Scene) => ({ params: { id: await scene.make('domain') } });

export const domainRequests: Requests = {
  'GET /domains/project/:projectId': async ({ project }) => ({ params: { projectId: project.id } }),
  'POST /domains': async ({ newEmail }) => ({ body: { domain: newEmail().replace('@', '.') } }),
  'GET /domains/:id': aDomain,
  'GET /domains/:id/verify': aDomain,
  'POST /domains/:id/verify': aDomain,
  'DELETE /domains/:id': aDomain,
};
