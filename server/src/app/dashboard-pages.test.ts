import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestApp, type TestApp, testApp } from '#testing';
import { dashboardScript, writeDashboard } from '#testing/dashboard-folder';

let dashboard: Awaited<ReturnType<typeof writeDashboard>>;
let app: TestApp;

beforeAll(async () => {
  dashboard = await writeDashboard();
  app = await startTestApp(inject('templateDatabase'), { DASHBOARD_FOLDER: dashboard.folder });
});
afterAll(async () => {
  await app.close();
  await dashboard.remove();
});

const script = '/app/assets/main-1a2b3c.js';

test.each(['/app', '/app/', '/app/login?next=x', '/app/0199/events/user.signed-up', '/app/index.html'])(
  '%s is the page, with headers for a page and a nonce of its own',
  async (path) => {
    const [one, two] = [await app.anyone.get(path), await app.anyone.get(path)];
    const nonce = /name="style-nonce" content="([^"]+)"/.exec(one.text)?.[1] ?? '';

    expect([one.status, one.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(nonce).toMatch(/^[\w+/]{22}==$/);
    expect(one.headers).toMatchObject({
      'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data: https:; font-src 'self'; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=()',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    });
    expect(one.headers).not.toHaveProperty('strict-transport-security');
    expect(two.text).not.toContain(nonce);
  },
);

test('an instance behind https asks browsers to stay with it', async () => {
  const secure = await testApp({ DASHBOARD_FOLDER: dashboard.folder, BASE_URL: 'https://mail.acme.example' });

  const { headers } = await secure.anyone.get('/app');

  expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
});

test.each([
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip;q=1.0, br;q=0', 'gzip', gunzipSync],
  ['br;q=0.000, identity', undefined, (bytes: Buffer) => bytes],
  ['', undefined, (bytes: Buffer) => bytes],
] as const)('with Accept-Encoding %j a file comes as %s, for ever', async (accepted, encoding, open) => {
  const reply = await app.anyone.get(script, { 'accept-encoding': accepted });

  expect([reply.status, reply.headers['content-encoding']]).toEqual([200, encoding]);
  expect(open(reply.bytes).toString()).toBe(dashboardScript);
  expect(reply.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
    'x-content-type-options': 'nosniff',
  });
});

test('a file without a hash in its name is asked about again, and not sent twice', async () => {
  const first = await app.anyone.get('/app/favicon.svg');
  const again = await app.anyone.get('/app/favicon.svg', { 'if-none-match': String(first.headers.etag) });

  expect([first.status, first.headers['content-type']]).toEqual([200, 'image/svg+xml']);
  expect(first.headers['cache-control']).toBe('no-cache');
  expect([again.status, again.text]).toEqual([304, '']);
});

test('HEAD gives the headers alone, and other methods are refused', async () => {
  const page = await app.anyone.send({ method: 'HEAD', path: '/app/login' });
  const file = await app.anyone.send({ method: 'HEAD', path: script });
  const posted = await app.anyone.post('/app/login');

  expect([page.status, page.text, file.status, file.text]).toEqual([200, '', 200, '']);
  expect(file.headers['content-length']).toBe(String(dashboardScript.length));
  expect([posted.status, posted.headers.allow]).toEqual([405, 'GET, HEAD']);
});

test.each(['/app/assets/main-000000.js', '/app/assets/..%2findex.html', '/app/assets/main-1a2b3c.js.br'])(
  'there is no file %s',
  async (path) => {
    const reply = await app.anyone.get(path);

    expect([reply.status, reply.body.error.code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
  },
);

test.each([
  '/app/..%2f..%2fpackage.json',
  '/app/%2e%2e/%2e%2e/package.json',
  '/app//etc/passwd',
  '/app/..%5cpackage.json',
])('nothing outside of the folder is served at %s', async (path) => {
  const reply = await app.anyone.get(path);

  expect(reply.text).not.toContain('"workspaces"');
  expect(reply.text).not.toContain('root:');
});

test('the configuration names the dashboard, and the front page leads a browser to it', async () => {
  const config = await app.anyone.get('/config');
  const browser = await app.anyone.get('/', { accept: 'text/html' });
  const program = await app.anyone.get('/', { accept: 'application/json' });

  expect(config.body.urls.dashboard).toBe('http://localhost:8080/app');
  expect([browser.status, browser.headers.location]).toEqual([302, 'http://localhost:8080/app']);
  expect(program.status).toBe(200);
});

test('without built files the page says how to build them, and nothing leads there', async () => {
  const empty = await testApp({ DASHBOARD_FOLDER: `${dashboard.folder}/assets` });

  const page = await empty.anyone.get('/app/login');

  expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  expect(page.text).toContain('npm run build');
  expect((await empty.anyone.get('/config')).body.urls.dashboard).toBeNull();
  expect((await empty.anyone.get('/', { accept: 'text/html' })).text).toContain('<h1>Postrider</h1>');
});

test('an instance that serves no dashboard has no such route', async () => {
  const bare = await testApp({ DASHBOARD_FOLDER: 'none' });

  expect((await bare.anyone.get('/app')).body.error.code).toBe('RESOURCE_NOT_FOUND');
});
