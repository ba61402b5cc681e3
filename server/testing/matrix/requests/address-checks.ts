import type { Requests } from '../request.ts';

export const addressCheckRequests: Requests = {
  'POST /v1/verify': async ({ newEmail }) => ({ body: { email: newEmail() } }),
};
