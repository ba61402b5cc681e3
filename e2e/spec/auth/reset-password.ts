import assert from 'node:assert/strict';
import { until } from '@postrider/server/testing/until';
import { bodyRules } from '../conventions/body-rules.ts';
import { generalCases } from '../conventions/general-cases.ts';
import { openEndpointWithBody } from '../conventions/open-endpoint.ts';
import { entry, it } from '../entry.ts';
import { alike, answered, invalid, refused } from '../world/expect.ts';
import { newEmail, password } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { mailToken } from './mail-token.ts';

const fresh = 'quite another password';

/** A person, verified by default, who requested a new password, with the token that was mailed. */
export async function personWithResetToken(world: World, options: { isVerified?: boolean } = {}) {
  const person = await world.person(options);
  answered(await world.anyone().post('/auth/request-password-reset', { email: person.email }), 200);
  return { ...person, token: await tokenOfResetMail(world, person.email) };
}

export const requestReset = entry(
  'POST /auth/request-password-reset',
  openEndpointWithBody({
    endpoint: 'POST /auth/request-password-reset',
    status: 200,
    request: async () => ({ path: '/auth/request-password-reset', body: { email: newEmail('unknown') } }),
  }),
  it('returns the same for known and unknown addresses, and mails only the known', async (world) => {
    const { email } = await world.person();
    const unknown = newEmail('unknown');
    const replies = [];
    for (const address of [email, unknown])
      replies.push(await world.anyone().post('/auth/request-password-reset', { email: address }));
    for (const reply of replies) {
      answered(reply, 200);
      assert.deepEqual(reply.body, { success: true });
    }
    const [known, other] = replies;
    if (known && other) alike(known, other);
    await world.mailbox.next(email);
    assert.equal(world.mailbox.to(unknown).length, 0);
  }),
  it('requires an address', async (world) => {
    const visitor = world.anyone();
    invalid(await visitor.post('/auth/request-password-reset', {}), ['email', 'required']);
    invalid(await visitor.post('/auth/request-password-reset', { email: 'x' }), ['email', 'invalid_string', 'x']);
  }),
  it('allows ten requests for an account from one address', async (world) => {
    const visitor = world.anyone();
    const email = newEmail('unknown');
    for (let n = 0; n < 10; n += 1) answered(await visitor.post('/auth/request-password-reset', { email }), 200);
    const reply = await visitor.post('/auth/request-password-reset', { email });
    refused(reply, 429, 'RATE_LIMIT_EXCEEDED', { limit: 10, windowSeconds: 900, scope: 'address' });
  }),
);

const subject = {
  endpoint: 'POST /auth/reset-password',
  status: 200,
  async request(world: World) {
    const { id } = await world.own();
    await world.sql('update account_tokens set used_at = null where user_id = $1', [id]);
    return { path: '/auth/reset-password', body: { token: await ownToken(world), newPassword: fresh } };
  },
} as const;

const tokens = new WeakMap<World, Promise<string>>();

/** One token for all standard cases: each time it is made unused again. */
function ownToken(world: World): Promise<string> {
  const known = tokens.get(world) ?? requestToken(world);
  tokens.set(world, known);
  return known;
}

async function requestToken(world: World): Promise<string> {
  const { email } = await world.own();
  await world.anyone().post('/auth/request-password-reset', { email });
  return tokenOfResetMail(world, email);
}

async function tokenOfResetMail({ mailbox }: World, email: string): Promise<string> {
  const find = () => mailbox.to(email).find(({ body }) => body.includes('/reset'));
  await until(() => find() !== undefined);
  const mail = find();
  if (!mail) throw new Error(`no reset mail came; ${mailbox.to(email).length} others did`);
  return mailToken(mail);
}

const byAnyone = async (world: World) => world.anyone();

export const resetPassword = entry(
  'POST /auth/reset-password',
  generalCases(subject, { caller: byAnyone, isCounted: false }),
  bodyRules(subject, byAnyone),
  it('sets the password, ends all sessions and verifies the address; a token works once (D-1101)', async (world) => {
    const { email, api, token, id } = await personWithResetToken(world);
    await world.sql('update users set email_verified_at = null where id = $1', [id]);
    const second = world.signedIn(await world.anyone().post('/auth/login', { email, password }), email);
    const reply = await world.anyone().post('/auth/reset-password', { token, newPassword: fresh });
    answered(reply, 200);
    assert.deepEqual(reply.body, { success: true });
    for (const session of [api, second.api]) refused(await session.get('/users/@me'), 401, 'UNAUTHORIZED');
    refused(await world.anyone().post('/auth/login', { email, password }), 401, 'INVALID_CREDENTIALS');
    answered(await world.anyone().post('/auth/login', { email, password: fresh }), 200, { emailVerified: true });
    refused(await world.anyone().post('/auth/reset-password', { token, newPassword: fresh }), 400, 'INVALID_TOKEN');
  }),
  it('also accepts the field under the name password', async (world) => {
    const { email, token } = await personWithResetToken(world);
    answered(await world.anyone().post('/auth/reset-password', { token, password: fresh }), 200);
    answered(await world.anyone().post('/auth/login', { email, password: fresh }), 200);
  }),
  it('refuses a token after 30 minutes, a forged one and none', async (world) => {
    const { token, id } = await personWithResetToken(world);
    const [row] = await world.sql(
      `select expires_at - created_at = interval '30 minutes' as is_short from account_tokens
        where user_id = $1 and purpose = 'reset'`,
      [id],
    );
    assert.equal(row.is_short, true);
    await world.sql('update account_tokens set expires_at = now() where user_id = $1', [id]);
    for (const given of [token, `${token.slice(0, -2)}00`, 'nonsense', '']) {
      const reply = await world.anyone().post('/auth/reset-password', { token: given, newPassword: fresh });
      refused(reply, 400, 'INVALID_TOKEN');
    }
  }),
  it('requires a token and a password of 10 to 128 characters', async (world) => {
    const post = (body: object) => world.anyone().post('/auth/reset-password', body);
    const short = await post({ token: 'x', newPassword: 'too short' });
    invalid(short, ['newPassword', 'too_small']);
    assert.equal(short.body.error.errors[0].message, 'At least 10 characters.');
    invalid(await post({ token: 'x', newPassword: 'x'.repeat(129) }), ['newPassword', 'too_big']);
    invalid(await post({ token: 'x' }), ['newPassword', 'required']);
    invalid(await post({ newPassword: fresh }), ['token', 'required']);
  }),
);
