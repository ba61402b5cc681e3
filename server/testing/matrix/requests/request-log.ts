import type { Requests } from '../request.ts';

export const requestLogRequests: Requests = {
  'GET /logs': async () => ({}),
  'GET /logs/:requestId': async (fixture) => ({ params: { requestId: await fixture.known('request') } }),
};
