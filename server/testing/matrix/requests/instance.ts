import type { Requests } from '../request.ts';

export const instanceRequests: Requests = {
  'GET /config': async () => ({}),
  'GET /': async () => ({}),
  'GET /openapi.json': async () => ({}),
};
