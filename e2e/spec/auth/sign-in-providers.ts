import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Client } from '@postrider/server/testing/client';
import type { SignInPerson } from '@postrider/server/testing/sign-in-servers';
import { openEndpoint } from '../conventions/open-endpoint.ts';
import { entry, it } from '../entry.ts';
import { answered, refused } from '../world/expect.ts';
import { newEmail } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { personWithResetToken } from './reset-password.ts';
import { unverifiedPerson } from './verify-email.ts';

export const oauthConfig = entry(
  'GET /auth/oauth-config',
  openEndpoint({
    endpoint: 'GET /auth/oauth-config',
    status: 200,
    request: async () => ({ path: '/auth/oauth-config' }),
  }),
  it('lists the providers, and each again by its id (D-1107)', async (world) => {
    const reply = await world.anyone().get('/auth/oauth-config');
    answered(reply, 200);
    assert.deepEqual(reply.body, {
      providers: [{ id: 'corp', name: 'Acme login', startUrl: '/auth/oauth/corp' }],
      corp: true,
    });
    answered(await world.anyone().get('/config'), 200, { features: { authProviders: { corp: true } } });
  }),
);

/** Starts a sign-in: where the browser is sent, and the cookie it must bring back. */
async function start(browser: Client): Promise<{ location: string; cookie: string }> {
  const reply = await browser.get('/auth/oauth/corp');
  assert.equal(reply.status, 302, reply.text);
  const [line = ''] = reply.headers['set-cookie'] ?? [];
  return { location: String(reply.headers.location), cookie: line.split(';')[0] ?? '' };
}

export const startSignIn = entry(
  'GET /auth/oauth/:provider',
  it('sends the browser to the provider with state, nonce and a challenge (D-1107)', async (world) => {
    const { location, cookie } = await start(world.anyone());
    const { searchParams } = new URL(location);
    assert.equal(searchParams.get('client_id'), 'postrider');
    assert.equal(searchParams.get('response_type'), 'code');
    assert.equal(searchParams.get('redirect_uri'), `${world.url}/auth/oauth/corp/callback`);
    assert.equal(searchParams.get('code_challenge_method'), 'S256');
    for (const name of ['state', 'nonce', 'code_challenge'])
      assert.ok((searchParams.get(name)?.length ?? 0) >= 40, name);
    assert.ok(cookie.length > 0);
    for (const name of ['state', 'nonce'])
      assert.ok(!cookie.includes(searchParams.get(name) ?? ''), 'the cookie is readable');
  }),
  it('knows no other provider', async (world) => {
    refused(await world.anyone().get('/auth/oauth/none'), 404, 'RESOURCE_NOT_FOUND', { resource: 'provider' });
  }),
);

/** The query with which the browser of that person returns from the provider. */
async function consent({ provider }: World, location: string, person: SignInPerson): Promise<URLSearchParams> {
  provider.person = person;
  return new URL(await provider.consent(location)).searchParams;
}

/** Signs in through the provider and returns where the browser is redirected in the end. */
async function signInThroughProvider(world: World, profile: SignInPerson, browserCookie?: string) {
  const browser = world.anyone();
  const { location, cookie } = await start(browser);
  const returned = await consent(world, location, profile);
  const cookies = [cookie, browserCookie].filter(Boolean).join('; ');
  const reply = await browser.with({ cookie: cookies }).get(`/auth/oauth/corp/callback?${returned.toString()}`);
  assert.equal(reply.status, 302, reply.text);
  return { reply, to: String(reply.headers.location).replace(world.url, '') };
}

const newProfile = (given: Partial<SignInPerson> = {}): SignInPerson => ({
  subject: randomUUID(),
  email: newEmail('corp'),
  isVerified: true,
  name: 'Corp Person',
  ...given,
});

export const finishSignIn = entry(
  'GET /auth/oauth/:provider/callback',
  it('makes an account for a verified address and signs in; the next time it is the same account (D-1102, D-1107)', async (world) => {
    const profile = newProfile();
    const ids = [];
    for (let turn = 0; turn < 2; turn += 1) {
      const { reply, to } = await signInThroughProvider(world, profile);
      assert.equal(to, '/app');
      const me = await world.signedIn(reply, profile.email).api.get('/users/@me');
      answered(me, 200, {
        email: profile.email,
        name: 'Corp Person',
        type: 'OAUTH',
        providers: ['corp'],
        emailVerified: true,
      });
      ids.push(me.body.id);
    }
    assert.equal(ids[0], ids[1]);
  }),
  it('links an account whose address is proven here and there (D-1102, D-1107)', async (world) => {
    const { email, id } = await world.person();
    const { reply, to } = await signInThroughProvider(world, newProfile({ email }));
    assert.equal(to, '/app');
    answered(await world.signedIn(reply, email).api.get('/users/@me'), 200, {
      id,
      type: 'PASSWORD',
      providers: ['corp'],
    });
  }),
  it('refuses an address that is not verified on both sides, unless its owner is signed in (D-1107)', async (world) => {
    const unproven = await world.person({ isVerified: false });
    const refusal = '/app/login?error=email_unverified';
    assert.equal((await signInThroughProvider(world, newProfile({ email: unproven.email }))).to, refusal);
    assert.equal((await signInThroughProvider(world, newProfile({ isVerified: false }))).to, refusal);
    assert.equal(
      (await signInThroughProvider(world, newProfile({ email: unproven.email }), unproven.cookie)).to,
      '/app',
    );
  }),
  it('links an account whose address its owner proved by a link that was mailed there (D-1107)', async (world) => {
    const verified = await unverifiedPerson(world);
    answered(await verified.api.post('/auth/verify-email', { token: verified.token }), 200);
    const reset = await personWithResetToken(world, { isVerified: false });
    const newPassword = 'chosen after a reset';
    answered(await world.anyone().post('/auth/reset-password', { token: reset.token, newPassword }), 200);
    for (const { email, id } of [verified, reset]) {
      const { reply, to } = await signInThroughProvider(world, newProfile({ email }));
      assert.equal(to, '/app');
      answered(await world.signedIn(reply, email).api.get('/users/@me'), 200, { id, providers: ['corp'] });
    }
  }),
  it('reports that the person declined (D-1107)', async (world) => {
    const { cookie } = await start(world.anyone());
    const reply = await world.anyone().with({ cookie }).get('/auth/oauth/corp/callback?error=access_denied&state=x');
    assert.equal(reply.status, 302);
    assert.equal(reply.headers.location, `${world.url}/app/login?error=denied`);
  }),
  it('fails for a browser that did not start, another state and a code used twice (D-1107)', async (world) => {
    const browser = world.anyone();
    const { location, cookie } = await start(browser);
    const returned = await consent(world, location, newProfile());
    const failed = `${world.url}/app/login?error=failed`;
    const back = async (cookies: string | undefined, query: URLSearchParams) => {
      const client = cookies ? browser.with({ cookie: cookies }) : browser;
      const reply = await client.get(`/auth/oauth/corp/callback?${query.toString()}`);
      assert.equal(reply.status, 302, reply.text);
      return reply.headers.location;
    };
    assert.equal(await back(undefined, returned), failed);
    assert.equal(await back((await start(browser)).cookie, returned), failed);
    assert.equal(await back(cookie, new URLSearchParams({ ...Object.fromEntries(returned), state: 'other' })), failed);
    assert.equal(await back(cookie, new URLSearchParams({ state: returned.get('state') ?? '' })), failed);
    assert.equal(await back(cookie, returned), `${world.url}/app`);
    assert.equal(await back(cookie, returned), failed);
  }),
  it('knows no other provider', async (world) => {
    refused(await world.anyone().get('/auth/oauth/none/callback'), 404, 'RESOURCE_NOT_FOUND', { resource: 'provider' });
  }),
);
