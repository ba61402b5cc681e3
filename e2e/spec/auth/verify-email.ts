import assert from 'node:assert/strict';
import { accountEndpoint } from '../conventions/account-endpoint.ts';
import { openEndpointWithBody } from '../conventions/open-endpoint.ts';
import { entry, it } from '../entry.ts';
import { answered, invalid, refused } from '../world/expect.ts';
import { cookieOf, password } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { mailToken } from './mail-token.ts';

/** A person whose verification mail has come, with its token. */
export async function unverifiedPerson(world: World) {
  const person = await world.person({ isVerified: false });
  return { ...person, token: mailToken(await world.mailbox.next(person.email)) };
}

async function usedToken(world: World): Promise<string> {
  const { api, token } = await unverifiedPerson(world);
  answered(await api.post('/auth/verify-email', { token }), 200);
  return token;
}

const tokens = new WeakMap<World, Promise<string>>();

export const verifyEmail = entry(
  'POST /auth/verify-email',
  openEndpointWithBody({
    endpoint: 'POST /auth/verify-email',
    status: 200,
    // A used token gives the same reply again, so one serves all standard cases.
    async request(world) {
      const known = tokens.get(world) ?? usedToken(world);
      tokens.set(world, known);
      return { path: '/auth/verify-email', body: { token: await known } };
    },
  }),
  it('verifies the address, and returns the same for a repeat, also in another browser', async (world) => {
    const { email, api, token } = await unverifiedPerson(world);
    answered(await api.get('/users/@me'), 200, { emailVerified: false });
    answered(await api.post('/auth/verify-email', { token }), 200);
    for (let turn = 0; turn < 2; turn += 1) {
      const reply = await world.anyone().post('/auth/verify-email', { token });
      answered(reply, 200);
      assert.deepEqual(reply.body, { success: true, email });
      assert.equal(reply.headers['set-cookie'], undefined);
    }
  }),
  it('requires a new password from a browser that is not signed in to the account', async (world) => {
    const { email, api, token } = await unverifiedPerson(world);
    const stranger = await world.person();
    for (const visitor of [world.anyone(), stranger.api]) {
      refused(await visitor.post('/auth/verify-email', { token }), 403, 'NEW_PASSWORD_REQUIRED');
    }
    answered(await api.get('/users/@me'), 200, { emailVerified: false });
    invalid(await world.anyone().post('/auth/verify-email', { token, newPassword: 'short' }), [
      'newPassword',
      'too_small',
    ]);
    const newPassword = 'chosen by the owner';
    const reply = await world.anyone().post('/auth/verify-email', { token, newPassword });
    answered(reply, 200);
    assert.deepEqual(reply.body, { success: true, email });
    refused(await api.get('/users/@me'), 401, 'UNAUTHORIZED');
    refused(await world.anyone().post('/auth/login', { email, password }), 401, 'INVALID_CREDENTIALS');
    const again = { token, newPassword: 'once more, too late' };
    refused(await world.anyone().post('/auth/verify-email', again), 400, 'INVALID_TOKEN');
    answered(await world.anyone().post('/auth/login', { email, password: newPassword }), 200, { emailVerified: true });
  }),
  it('gives the session of the same person a new secret (D-1101)', async (world) => {
    const { email, api, token, cookie } = await unverifiedPerson(world);
    const reply = await api.post('/auth/verify-email', { token });
    answered(reply, 200);
    assert.notEqual(cookieOf(reply), cookie);
    refused(await api.get('/users/@me'), 401, 'UNAUTHORIZED');
    answered(await world.signedIn(reply, email).api.get('/users/@me'), 200, { emailVerified: true });
  }),
  it('refuses a token that has expired, is not ours or is for something else', async (world) => {
    const { token, id } = await unverifiedPerson(world);
    await world.sql(`update account_tokens set expires_at = now() where user_id = $1`, [id]);
    const forged = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`;
    for (const given of [token, forged, 'nonsense', '']) {
      refused(await world.anyone().post('/auth/verify-email', { token: given }), 400, 'INVALID_TOKEN');
    }
    refused(
      await world.anyone().post('/auth/reset-password', { token, newPassword: 'a new password' }),
      400,
      'INVALID_TOKEN',
    );
  }),
  it('requires a token', async (world) => {
    invalid(await world.anyone().post('/auth/verify-email', {}), ['token', 'required']);
    invalid(await world.anyone().post('/auth/verify-email', { token: 7 }), ['token', 'invalid_type', 'number']);
  }),
);

export const requestVerification = entry(
  'POST /auth/request-verification',
  accountEndpoint({
    endpoint: 'POST /auth/request-verification',
    status: 200,
    request: async () => ({ path: '/auth/request-verification' }),
  }),
  it('reports that a verified person needs no mail', async (world) => {
    const { api } = await world.own();
    const reply = await api.post('/auth/request-verification');
    answered(reply, 200);
    assert.deepEqual(reply.body, { success: true, alreadyVerified: true });
  }),
  it('mails once in ten minutes and three times a day', async (world) => {
    const { api, id, email } = await unverifiedPerson(world);
    const soon = await api.post('/auth/request-verification');
    refused(soon, 429, 'RATE_LIMIT_EXCEEDED', { scope: 'user', limit: 1, windowSeconds: 600 });
    assert.ok(Number(soon.headers['retry-after']) >= 1);
    for (let turn = 2; turn <= 3; turn += 1) {
      await world.sql(`update account_tokens set created_at = created_at - interval '11 minutes' where user_id = $1`, [
        id,
      ]);
      const reply = await api.post('/auth/request-verification');
      answered(reply, 200);
      assert.deepEqual(reply.body, { success: true, alreadyVerified: false });
      await world.mailbox.next(email, turn);
    }
    await world.sql(`update account_tokens set created_at = created_at - interval '11 minutes' where user_id = $1`, [
      id,
    ]);
    const fourth = await api.post('/auth/request-verification');
    refused(fourth, 429, 'RATE_LIMIT_EXCEEDED', { scope: 'user', limit: 3, windowSeconds: 86400 });
  }),
);
