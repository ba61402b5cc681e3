import type { ProjectFixture } from '../project-fixture.ts';
import type { Requests } from '../request.ts';

const ofProject = async ({ project }: ProjectFixture) => ({ query: { projectId: project.id } });

export const instanceRequests: Requests = {
  'GET /config': async () => ({}),
  'GET /': async () => ({}),
  'GET /doctor': ofProject,
  'POST /doctor': ofProject,
  'GET /openapi.json': async () => ({}),
  'GET /reference': async () => ({}),
  'GET /reference/:group': async () => ({ params: { group: 'contacts' } }),
  'GET /docs': async () => ({}),
  'GET /docs/:page': async () => ({ params: { page: 'quickstart' } }),
  'GET /docs/:section/:page': async () => ({ params: { section: 'guides', page: 'send-a-mail' } }),
  'GET /llms.txt': async () => ({}),
  'GET /llms-full.txt': async () => ({}),
  'POST /mcp': async () => ({ body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } }),
};
