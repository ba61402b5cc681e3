import assert from 'node:assert/strict';
import { openEndpoint } from '../conventions/open-endpoint.ts';
import type { Subject } from '../conventions/request.ts';
import { type Case, entry, it } from '../entry.ts';
import { answered, refused } from '../world/expect.ts';

const casesOf = (method: 'GET' | 'POST'): Case[] => {
  const subject: Subject = {
    endpoint: `${method} /auth/logout`,
    status: 200,
    request: async () => ({ path: '/auth/logout' }),
  };
  return [
    ...openEndpoint(subject),
    it('clears the cookie and ends the session, and returns the same without one (D-1106)', async (world) => {
      const { api } = await world.person();
      for (const client of [api, api, world.anyone()]) {
        const reply = await client.send({ method, path: '/auth/logout' });
        answered(reply, 200);
        assert.deepEqual(reply.body, { success: true });
        assert.match(String(reply.headers['set-cookie']), /^session=;.*Max-Age=0/);
      }
      refused(await api.get('/users/@me'), 401, 'UNAUTHORIZED');
    }),
    it('is refused to another site, and the session stays', async (world) => {
      const { cookie, api } = await world.person();
      for (const headers of [
        {},
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { origin: 'https://evil.example' },
      ]) {
        const reply = await world
          .anyone()
          .with({ cookie, ...headers })
          .send({ method, path: '/auth/logout' });
        refused(reply, 403, 'FORBIDDEN', { reason: 'ORIGIN_REFUSED' });
      }
      answered(await api.get('/users/@me'), 200);
    }),
  ];
};

export const logOut = entry('GET /auth/logout', casesOf('GET'));
export const logOutByPost = entry('POST /auth/logout', casesOf('POST'));
