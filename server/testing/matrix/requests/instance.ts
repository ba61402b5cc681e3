import type { Requests } from '../request.ts';

export const instanceRequests: Requests = {
  'GET /config': async () => ({}),
  'GET /': async () => ({}),
  'GET /openapi.json': async () => ({}),
  'GET /reference': async () => ({}),
  'GET /reference/:group': async () => ({ params: { group: 'contacts' } }),
};
