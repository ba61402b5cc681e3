import assert from 'node:assert/strict';
import { openEndpointWithBody } from '../conventions/open-endpoint.ts';
import { entry, it } from '../entry.ts';
import { alike, answered, invalid, refused } from '../world/expect.ts';
import { cookieOf, newEmail, password } from '../world/people.ts';

export const logIn = entry(
  'POST /auth/login',
  openEndpointWithBody({
    endpoint: 'POST /auth/login',
    status: 200,
    request: async (_world, { email }) => ({ path: '/auth/login', body: { email, password } }),
  }),
  it('returns the user and sets a session cookie that scripts cannot read (D-1101, D-1102)', async (world) => {
    const { email, id } = await world.own();
    const reply = await world.anyone().post('/auth/login', { email: ` ${email.toUpperCase()} `, password });
    answered(reply, 200, {
      id,
      email,
      name: null,
      emailVerified: true,
      type: 'PASSWORD',
      providers: [],
      isInstanceAdmin: false,
    });
    const [cookie = '', ...more] = reply.headers['set-cookie'] ?? [];
    assert.equal(more.length, 0);
    assert.match(cookie, /^session=[A-Za-z0-9_-]{43};/);
    for (const part of ['Path=/', 'Max-Age=2592000', 'HttpOnly', 'SameSite=Lax'])
      assert.ok(cookie.includes(part), cookie);
    answered(await world.signedIn(reply, email).api.get('/users/@me'), 200, { id });
  }),
  it('issues a new session each time, and the one the browser had ends (D-1101)', async (world) => {
    const { email } = await world.person();
    const first = world.signedIn(await world.anyone().post('/auth/login', { email, password }), email);
    const second = await world.anyone().with({ cookie: first.cookie }).post('/auth/login', { email, password });
    answered(second, 200);
    assert.notEqual(cookieOf(second), first.cookie);
    refused(await first.api.get('/users/@me'), 401, 'UNAUTHORIZED');
  }),
  it('does not take over a session id that was set beforehand', async (world) => {
    const { email } = await world.person();
    const preset = 'session=0123456789012345678901234567890123456789012';
    const reply = await world.anyone().with({ cookie: preset }).post('/auth/login', { email, password });
    assert.notEqual(cookieOf(reply), preset);
    refused(await world.anyone().with({ cookie: preset }).get('/users/@me'), 401, 'UNAUTHORIZED');
  }),
  it('does not tell an unknown address from a wrong password', async (world) => {
    const { email } = await world.person();
    const wrong = await world.anyone().post('/auth/login', { email, password: 'not this one' });
    const unknown = await world.anyone().post('/auth/login', { email: newEmail(), password: 'not this one' });
    refused(wrong, 401, 'INVALID_CREDENTIALS');
    assert.equal(wrong.headers['set-cookie'], undefined);
    alike(wrong, unknown);
  }),
  it('refuses an account without a password with the same reply', async (world) => {
    const { email, id } = await world.person();
    await world.sql('update users set password_hash = null where id = $1', [id]);
    const reply = await world.anyone().post('/auth/login', { email, password });
    alike(reply, await world.anyone().post('/auth/login', { email: newEmail(), password }));
  }),
  it('refuses a body of the wrong shape, and never shows a password', async (world) => {
    const visitor = world.anyone();
    invalid(await visitor.post('/auth/login', {}), ['email', 'required'], ['password', 'required']);
    const reply = await visitor.post('/auth/login', { email: 7, password: 12345678 });
    invalid(reply, ['email', 'invalid_type', 'number'], ['password', 'invalid_type', 'number']);
    assert.ok(!reply.text.includes('12345678'));
    invalid(await visitor.post('/auth/login', { email: 'x', password }), ['email', 'invalid_string', 'x']);
  }),
  it('allows ten failures for an account from one address; another address may still sign in', async (world) => {
    const { email } = await world.person();
    const guesser = world.anyone();
    const guess = () => guesser.post('/auth/login', { email, password: 'a wrong guess' });
    for (let n = 0; n < 10; n += 1) refused(await guess(), 401, 'INVALID_CREDENTIALS');
    const reply = await guess();
    refused(reply, 429, 'RATE_LIMIT_EXCEEDED', { limit: 10, windowSeconds: 900, scope: 'address' });
    assert.ok(Number(reply.headers['retry-after']) > 800);
    refused(await guesser.post('/auth/login', { email, password }), 429, 'RATE_LIMIT_EXCEEDED');
    answered(await world.anyone().post('/auth/login', { email, password }), 200);
  }),
  it('does not count successes', async (world) => {
    const { email } = await world.person();
    const visitor = world.anyone();
    for (let n = 0; n < 12; n += 1) answered(await visitor.post('/auth/login', { email, password }), 200);
  }),
  it('cannot be called by a page of another site', async (world) => {
    const { email } = await world.own();
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
    ]) {
      const reply = await world.anyone().post('/auth/login', { email, password }, headers);
      refused(reply, 403, 'FORBIDDEN', { reason: 'ORIGIN_REFUSED' });
    }
  }),
  it('ends a session after seven idle days and after thirty in all (D-1101)', async (world) => {
    for (const change of [`last_seen_at = now() - interval '7 days'`, `expires_at = now()`]) {
      const { api, id } = await world.person();
      await world.sql(`update sessions set last_seen_at = now() - interval '6 days' where user_id = $1`, [id]);
      answered(await api.get('/users/@me'), 200);
      await world.sql(`update sessions set ${change} where user_id = $1`, [id]);
      refused(await api.get('/users/@me'), 401, 'UNAUTHORIZED');
    }
    const [row] = await world.sql(`select max(expires_at - created_at) = interval '30 days' as is_month from sessions`);
    assert.equal(row.is_month, true);
  }),
);
