import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest';
import {
  type Browser,
  browserAt,
  type SignInServer,
  startGithubServer,
  startOidcServer,
  startTestApp,
  type TestApp,
} from '#testing';

let oidc: SignInServer;
let github: SignInServer;
let app: TestApp;
let closed: TestApp;
let browser: Browser;
let people = 0;

beforeAll(async () => {
  const unknownPerson = { subject: '0', email: 'nobody@example.com', isVerified: false };
  [oidc, github] = [await startOidcServer(unknownPerson), await startGithubServer(unknownPerson)];
  const { client } = oidc;
  const providers = [
    { id: 'corp', name: 'Acme login', issuer: oidc.url, ...client },
    { id: 'hub', name: 'Our hub', kind: 'github', host: github.url, api: github.url, ...client },
    { id: 'away', name: 'Not there', issuer: 'http://127.0.0.1:9', ...client },
  ];
  const settings = { OAUTH_PROVIDERS: JSON.stringify(providers), TRUSTED_PROXIES: '1' };
  app = await startTestApp(inject('templateDatabase'), settings);
  closed = await startTestApp(inject('templateDatabase'), { ...settings, SIGNUPS: 'closed' });
});
afterAll(async () => {
  await Promise.all([app.close(), closed.close(), oidc.close(), github.close()]);
});
beforeEach(() => {
  people += 1;
  browser = browserAt(app.url);
  oidc.claims = {};
  for (const server of [oidc, github]) {
    server.person = { subject: String(people), email: `person-${people}@corp.example`, isVerified: true, name: 'Ann' };
  }
});

/** Goes to the provider, consents, and comes back. */
async function signIn(from: Browser, provider: 'corp' | 'hub', alter: (url: URL) => void = () => {}) {
  const start = await from.get(`/auth/oauth/${provider}`);
  const back = new URL(await (provider === 'corp' ? oidc : github).consent(start.headers.location ?? ''));
  alter(back);
  return from.get(back.pathname + back.search);
}

const me = async (from: Browser) => (await from.get('/users/@me')).body;

test('the browser goes to the provider with state, nonce and PKCE, and a cookie that hides them (D-1107)', async () => {
  const reply = await browser.get('/auth/oauth/corp');
  const location = new URL(reply.headers.location ?? '');

  expect(reply.status).toBe(302);
  expect(location.origin).toBe(oidc.url);
  expect(location.searchParams.get('redirect_uri')).toBe('http://localhost:8080/auth/oauth/corp/callback');
  expect(location.searchParams.get('code_challenge_method')).toBe('S256');
  expect(location.searchParams.get('nonce')).toMatch(/^[\w-]{43}$/);
  expect(reply.headers['set-cookie']?.[0]).toMatch(
    /^sign-in=v2-[0-9a-f]{12}\..*; Max-Age=600; HttpOnly; SameSite=Lax$/,
  );
  expect(reply.headers['set-cookie']?.[0]).not.toContain(location.searchParams.get('state'));
});

test.each(['corp', 'hub'] as const)('a new person signs up and later in with %s (D-1107)', async (provider) => {
  const first = await signIn(browser, provider);
  const again = browserAt(app.url);
  await signIn(again, provider);

  expect(first.headers.location).toBe('http://localhost:8080/app');
  expect(browser.cookies.has('sign-in')).toBe(false);
  expect(await me(browser)).toMatchObject({
    email: `person-${people}@corp.example`,
    name: 'Ann',
    type: 'OAUTH',
    providers: [provider],
    emailVerified: true,
  });
  expect((await me(again)).id).toBe((await me(browser)).id);
});

test('a sign-in that one process began ends in another whose clock is an hour ahead (F29)', async () => {
  const start = await browser.get('/auth/oauth/hub');
  const back = new URL(await github.consent(start.headers.location ?? ''));
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
  onTestFinished(() => void vi.useRealTimers());

  const reply = await browser.get(back.pathname + back.search);

  expect(reply.headers.location).toBe('http://localhost:8080/app');
});

test('a new person who returns several times at once gets one account', async () => {
  const browsers = [1, 2, 3].map(() => browserAt(app.url));

  const replies = await Promise.all(browsers.map((one) => signIn(one, 'corp')));
  const ids = await Promise.all(browsers.map(async (one) => (await me(one)).id));

  expect(replies.map(({ headers }) => headers.location)).toEqual(Array(3).fill('http://localhost:8080/app'));
  expect(new Set(ids).size).toBe(1);
});

test('the provider joins no account of a stranger who registered the address first', async () => {
  const { email } = oidc.person;
  const squatter = browserAt(app.url);
  await squatter.post('/auth/signup', { email, password: 'known to a stranger' });
  await app.settle();
  const token = /verify-email\?token=(\S+)/.exec(app.mails.findLast(({ to }) => to === email)?.text ?? '')?.[1] ?? '';
  const newPassword = 'chosen by the owner';

  await browser.post('/auth/verify-email', { token });
  const stillUnproven = await signIn(browserAt(app.url), 'corp');
  await browser.post('/auth/verify-email', { token, newPassword });
  const joined = await signIn(browser, 'corp');

  expect(stillUnproven.headers.location).toBe('http://localhost:8080/app/login?error=email_unverified');
  expect(joined.headers.location).toBe('http://localhost:8080/app');
  expect(await me(browser)).toMatchObject({ email, providers: ['corp'] });
  expect((await squatter.get('/users/@me')).status).toBe(401);
  expect((await squatter.post('/auth/login', { email, password: 'known to a stranger' })).status).toBe(401);
});

test('a fresh sign-in lets a person without a password delete the account', async () => {
  await signIn(browser, 'corp');
  const age = `update sessions set created_at = now() - interval '11 minutes' from users u where u.id = user_id and u.email = $1`;
  await app.app.services.database.pool.query(age, [oidc.person.email]);

  const stale = await browser.delete('/users/@me', {});
  await signIn(browser, 'corp');
  const fresh = await browser.delete('/users/@me', {});

  expect(stale).toMatchObject({
    status: 403,
    body: { error: { code: 'FRESH_SIGN_IN_REQUIRED', details: { providers: ['corp'] } } },
  });
  expect(fresh.status).toBe(204);
});

test('an address that only an invitation vouches for is not linked (D-1107)', async () => {
  const { email } = oidc.person;
  const project = await app.given.project();
  const invited = await project.owner.client.post(`/projects/${project.id}/members`, { email });
  const token = invited.body.inviteUrl.split('/').at(-1);
  const inviter = await browserAt(app.url).post('/auth/signup', { email, password: 'known to the inviter', token });

  const refused = await signIn(browser, 'corp');

  expect(inviter).toMatchObject({ status: 201, body: { emailVerified: true } });
  expect(refused.headers.location).toBe('http://localhost:8080/app/login?error=email_unverified');
});

test.each(['corp', 'hub'] as const)('an address that %s has not verified is refused (D-1107)', async (provider) => {
  for (const server of [oidc, github]) server.person = { ...server.person, isVerified: false };

  const reply = await signIn(browser, provider);

  expect(reply.headers.location).toBe('http://localhost:8080/app/login?error=email_unverified');
});

test('where sign-up is closed only invited people may sign up (D-1107)', async () => {
  const stranger = await signIn(browserAt(closed.url), 'corp');
  const project = await closed.given.project();
  await project.owner.client.post(`/projects/${project.id}/members`, { email: oidc.person.email });
  const invited = await signIn(browserAt(closed.url), 'corp');

  expect(stranger.headers.location).toBe('http://localhost:8080/app/login?error=signups_disabled');
  expect(invited.headers.location).toBe('http://localhost:8080/app');
});

const failed = 'http://localhost:8080/app/login?error=failed';

test.each(['corp', 'hub'] as const)(
  'a callback of %s that belongs to another browser or another start fails',
  async (provider) => {
    const other = browserAt(app.url);
    const start = await other.get(`/auth/oauth/${provider}`);
    const back = new URL(await (provider === 'corp' ? oidc : github).consent(start.headers.location ?? ''));

    const withoutCookie = await browser.get(back.pathname + back.search);
    await browser.get(`/auth/oauth/${provider}`);
    const withOwnCookie = await browser.get(back.pathname + back.search);
    const wrongState = await signIn(browserAt(app.url), provider, (url) => url.searchParams.set('state', 'forged'));
    const wrongCode = await signIn(browserAt(app.url), provider, (url) => url.searchParams.set('code', 'forged'));

    for (const reply of [withoutCookie, withOwnCookie, wrongState, wrongCode]) {
      expect(reply.headers.location).toBe(failed);
      expect((reply.headers['set-cookie'] ?? []).some((line) => line.startsWith('session='))).toBe(false);
    }
  },
);

test('the cookie of one provider does not open another', async () => {
  const start = await browser.get('/auth/oauth/corp');
  const back = new URL(await oidc.consent(start.headers.location ?? ''));

  const reply = await browser.get(`/auth/oauth/hub/callback${back.search}`);

  expect(reply.headers.location).toBe(failed);
});

test.each([
  ['another nonce', { nonce: 'forged' }],
  ['another audience', { aud: 'somebody-else' }],
  ['another issuer', { iss: 'https://evil.example' }],
  ['a time that is over', { exp: 1 }],
])('an id token with %s fails', async (_what, claims) => {
  oidc.claims = claims;

  expect((await signIn(browser, 'corp')).headers.location).toBe(failed);
});

test('a provider that does not answer sends the browser back', async () => {
  expect((await browser.get('/auth/oauth/away')).headers.location).toBe(failed);
});
