import assert from 'node:assert/strict';
import { accountEndpoint, accountEndpointWithBody } from '../conventions/account-endpoint.ts';
import { unknownIds } from '../conventions/unknown-ids.ts';
import { type Entry, entry, it } from '../entry.ts';
import { answered, invalid, refused } from '../world/expect.ts';
import { cookieOf, password } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { deleteMe } from './delete-me.ts';

const me = entry(
  'GET /users/@me',
  accountEndpoint({ endpoint: 'GET /users/@me', status: 200, request: async () => ({ path: '/users/@me' }) }),
  it('returns exactly the fields of the user record (D-1102)', async (world) => {
    const { api, id, email } = await world.own();
    const reply = await api.get('/users/@me');
    answered(reply, 200, {
      id,
      email,
      name: null,
      emailVerified: true,
      type: 'PASSWORD',
      providers: [],
      isInstanceAdmin: false,
    });
    const fields = ['createdAt', 'email', 'emailVerified', 'id', 'isInstanceAdmin', 'name', 'providers', 'type'];
    assert.deepEqual(Object.keys(reply.body).toSorted(), fields);
  }),
);

const patchMe = entry(
  'PATCH /users/@me',
  accountEndpointWithBody({
    endpoint: 'PATCH /users/@me',
    status: 200,
    request: async () => ({ path: '/users/@me', body: { name: 'Ann' } }),
  }),
  it('changes the name, clears it with null, and leaves it when it is not sent', async (world) => {
    const { api } = await world.person();
    answered(await api.patch('/users/@me', { name: ' Ann ' }), 200, { name: 'Ann' });
    answered(await api.patch('/users/@me', {}), 200, { name: 'Ann' });
    answered(await api.patch('/users/@me', { name: null }), 200, { name: null });
  }),
  it('changes nothing else', async (world) => {
    const { api, id, email } = await world.person();
    const body = { id: 'x', email: 'x@example.com', emailVerified: false, isInstanceAdmin: true, type: 'OAUTH' };
    answered(await api.patch('/users/@me', body), 200, { id, email, emailVerified: true, isInstanceAdmin: false });
  }),
  it('refuses a name that is too long or no text', async (world) => {
    const { api } = await world.own();
    invalid(await api.patch('/users/@me', { name: 'x'.repeat(101) }), ['name', 'too_big']);
    invalid(await api.patch('/users/@me', { name: 7 }), ['name', 'invalid_type', 'number']);
  }),
);

const next = 'the next password';

const changePassword = entry(
  'POST /users/@me/password',
  accountEndpoint({
    endpoint: 'POST /users/@me/password',
    status: 200,
    // The reply gives the session a new secret, which the standard cases do not follow: they start with the old one.
    async request(world, { id, cookie }) {
      await restore(world, id, cookie);
      return { path: '/users/@me/password', body: { currentPassword: password, newPassword: next } };
    },
  }),
  it('sets the password, renews this session and ends the others (D-1101)', async (world) => {
    const { api, id, email, cookie } = await world.person();
    const other = world.signedIn(await world.anyone().post('/auth/login', { email, password }), email);
    const times = () =>
      world.sql('select created_at, expires_at from sessions where user_id = $1 order by created_at limit 1', [id]);
    const before = await times();
    const reply = await api.post('/users/@me/password', { currentPassword: password, newPassword: next });
    answered(reply, 200);
    assert.deepEqual(reply.body, { success: true });
    assert.notEqual(cookieOf(reply), cookie);
    assert.deepEqual(await times(), before); // the time of the sign-in and the end stay
    refused(await other.api.get('/users/@me'), 401, 'UNAUTHORIZED');
    refused(await api.get('/users/@me'), 401, 'UNAUTHORIZED');
    answered(await world.signedIn(reply, email).api.get('/users/@me'), 200);
    refused(await world.anyone().post('/auth/login', { email, password }), 401, 'INVALID_CREDENTIALS');
    answered(await world.anyone().post('/auth/login', { email, password: next }), 200);
  }),
  it('refuses a wrong password, and guessing it', async (world) => {
    const { api } = await world.person();
    const guess = () => api.post('/users/@me/password', { currentPassword: 'a wrong guess', newPassword: next });
    for (let n = 0; n < 10; n += 1) refused(await guess(), 401, 'INVALID_CREDENTIALS');
    refused(await guess(), 429, 'RATE_LIMIT_EXCEEDED', { scope: 'address' });
  }),
  it('requires both passwords, the new one of 10 to 128 characters', async (world) => {
    const { api } = await world.person();
    const post = (body: object) => api.post('/users/@me/password', body);
    invalid(await post({ currentPassword: password }), ['newPassword', 'required']);
    invalid(await post({ currentPassword: password, newPassword: 'short' }), ['newPassword', 'too_small']);
    invalid(await post({ currentPassword: password, newPassword: 'x'.repeat(129) }), ['newPassword', 'too_big']);
    invalid(await post({ newPassword: next }), ['currentPassword', 'required']);
  }),
  it('requires a sign-in within the last ten minutes from a person without a password (D-1102)', async (world) => {
    const { api, id, email } = await world.person();
    await world.sql('update users set password_hash = null where id = $1', [id]);
    await world.sql(`update sessions set created_at = now() - interval '11 minutes' where user_id = $1`, [id]);
    const body = { newPassword: next };
    refused(await api.post('/users/@me/password', body), 403, 'FRESH_SIGN_IN_REQUIRED', { providers: [] });
    refused(await api.delete('/users/@me', {}), 403, 'FRESH_SIGN_IN_REQUIRED', { providers: [] });
    answered(await api.get('/users/@me'), 200, { type: 'OAUTH' });
    await world.sql(`update sessions set created_at = now() where user_id = $1`, [id]);
    answered(await api.post('/users/@me/password', body), 200);
    answered(await world.anyone().post('/auth/login', { email, password: next }), 200, { type: 'PASSWORD' });
  }),
);

const hashes = new Map<string, string>();

/** Puts password and session back as they were before the first call. */
async function restore({ sql }: World, id: string, cookie: string): Promise<void> {
  const [user] = await sql('select password_hash from users where id = $1', [id]);
  const hash = hashes.get(id) ?? user.password_hash;
  hashes.set(id, hash);
  await sql('update users set password_hash = $2 where id = $1', [id, hash]);
  const token = cookie.split('=')[1];
  await sql(`update sessions set token_hash = sha256(convert_to($2, 'utf8')) where user_id = $1`, [id, token]);
}

const listSessions = entry(
  'GET /users/@me/sessions',
  accountEndpoint({
    endpoint: 'GET /users/@me/sessions',
    status: 200,
    request: async () => ({ path: '/users/@me/sessions' }),
  }),
  it('lists where a person is signed in, newest first, and marks the current one', async (world) => {
    const { api, email } = await world.person();
    const browser = world.anyone().with({ 'user-agent': 'Second browser' });
    answered(await browser.post('/auth/login', { email, password }), 200);
    const reply = await api.get('/users/@me/sessions');
    answered(reply, 200, [{ current: false, userAgent: 'Second browser' }, { current: true }]);
    for (const { clientAddress } of reply.body) assert.match(clientAddress, /^127\./);
    const fields = ['clientAddress', 'createdAt', 'current', 'id', 'lastSeenAt', 'userAgent'];
    assert.deepEqual(Object.keys(reply.body[0]).toSorted(), fields);
  }),
);

const sessionSubject = {
  endpoint: 'DELETE /users/@me/sessions/:id',
  status: 204,
  async request(world: World, { email, api }: { email: string; api: World['extras']['admin']['api'] }) {
    await world.anyone().post('/auth/login', { email, password });
    const { body } = await api.get('/users/@me/sessions');
    const other = body.find(({ current }: { current: boolean }) => !current);
    return { path: `/users/@me/sessions/${other.id}` };
  },
} as const;

const endSession = entry(
  'DELETE /users/@me/sessions/:id',
  accountEndpoint(sessionSubject),
  unknownIds(sessionSubject, {
    idOf: (path) => path.split('/')[4] ?? '',
    code: 'RESOURCE_NOT_FOUND',
    resource: 'session',
    foreign: async ({ extras }) => (await extras.stranger.api.get('/users/@me/sessions')).body[0].id,
    caller: async (world) => (await world.own()).api,
  }),
  it('ends one session, also the current one', async (world) => {
    const { api, email } = await world.person();
    const other = world.signedIn(await world.anyone().post('/auth/login', { email, password }), email);
    const [there, here] = (await api.get('/users/@me/sessions')).body;
    answered(await api.delete(`/users/@me/sessions/${there.id}`), 204);
    refused(await other.api.get('/users/@me'), 401, 'UNAUTHORIZED');
    refused(await api.delete(`/users/@me/sessions/${there.id}`), 404, 'RESOURCE_NOT_FOUND', { resource: 'session' });
    const reply = await api.delete(`/users/@me/sessions/${here.id}`);
    answered(reply, 204);
    assert.match(String(reply.headers['set-cookie']), /^session=;.*Max-Age=0/);
    refused(await api.get('/users/@me'), 401, 'UNAUTHORIZED');
  }),
);

export const userEntries: readonly Entry[] = [me, patchMe, deleteMe, changePassword, listSessions, endSession];
