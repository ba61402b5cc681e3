import { setGlobalProxyFromEnv } from 'node:http';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Config, loadConfig } from '#platform/config';
import { makeDns, type SharedDns } from '#platform/dns';
import { startDns, type TestDns } from '#testing';
import { type CallTargetServer, startCallTarget } from '#testing/call-target';
import { selfSigned } from '#testing/certificates';
import { freePort } from '#testing/free-port';
import { callUrl, type OutgoingCall } from './index.ts';

const certificate = selfSigned(['DNS:hook.test', 'IP:127.0.0.2']);
const usual = getCACertificates('default');
let zone: TestDns;
let dns: SharedDns;
let target: CallTargetServer;

beforeAll(async () => {
  setDefaultCACertificates([...usual, certificate.cert]);
  zone = await startDns();
  dns = makeDns([zone.address]);
  target = await startCallTarget({ certificate, address: '127.0.0.2' });
  zone.set('hook.test', 'A', ['127.0.0.2']);
  zone.set('other.test', 'A', ['127.0.0.2']);
});
afterAll(async () => {
  setDefaultCACertificates(usual);
  await target.close();
  await zone.close();
});

const configWith = (settings: Record<string, string>): Config =>
  loadConfig({ DATABASE_URL: 'postgres://localhost/none', SECRET_KEY: 'x'.repeat(32), ...settings });
const opened = (): Config => configWith({ WEBHOOK_ALLOWED_NETWORKS: `127.0.0.2:${target.port}` });
const call = (more: Partial<OutgoingCall> = {}, config = opened()) =>
  callUrl({ config, dns }, { url: `https://hook.test:${target.port}/a/b?c=d`, method: 'POST', ...more });

test('the name is in the handshake and in the Host header, the certificate proves it, and the reply comes back', async () => {
  const outcome = await call({
    body: Buffer.from('{"n":1}'),
    headers: { 'Content-Type': 'application/json', 'X-Own': 'é' },
  });

  expect(outcome).toEqual({
    kind: 'replied',
    statusCode: 200,
    contentType: 'application/json',
    retryAfter: null,
    body: Buffer.from('{}'),
    isTruncated: false,
  });
  expect(target.requests.at(-1)).toMatchObject({
    method: 'POST',
    path: '/a/b?c=d',
    body: '{"n":1}',
    serverName: 'hook.test',
    headers: {
      host: `hook.test:${target.port}`,
      'content-type': 'application/json',
      'content-length': '7',
      'x-own': 'é',
      connection: 'close',
    },
  });
});

test('an address in the URL is proven by the certificate as well', async () => {
  expect(await call({ url: `https://127.0.0.2:${target.port}/` })).toMatchObject({ statusCode: 200 });
});

test('a certificate for another name is refused, and nothing is sent (F22)', async () => {
  const seen = target.requests.length;

  expect(await call({ url: `https://other.test:${target.port}/` })).toEqual({
    kind: 'failed',
    reason: 'tls',
    message: 'The certificate is for another host.',
  });
  expect(target.requests).toHaveLength(seen);
});

test.each(['0', '1'])(
  'a certificate of an unknown authority is refused, with NODE_TLS_REJECT_UNAUTHORIZED=%s too',
  async (value) => {
    setDefaultCACertificates(usual);
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', value);

    const outcome = await call();

    vi.unstubAllEnvs();
    setDefaultCACertificates([...usual, certificate.cert]);
    expect(outcome).toMatchObject({
      reason: 'tls',
      message: 'No secure connection was made (DEPTH_ZERO_SELF_SIGNED_CERT).',
    });
  },
);

test('headers of the connection that are given do not count', async () => {
  const headers = {
    HOST: 'inside.test',
    'Content-Length': '1',
    'transfer-encoding': 'chunked',
    Connection: 'Upgrade, X-Own',
    Upgrade: 'websocket',
    Trailer: 'X-Own',
    Expect: '100-continue',
    TE: 'trailers',
    'Accept-Encoding': 'gzip',
  };

  expect(await call({ headers, body: Buffer.from('whole') })).toMatchObject({ statusCode: 200 });

  const seen = target.requests.at(-1);
  expect(seen?.body).toBe('whole');
  expect(seen?.headers).toEqual({
    host: `hook.test:${target.port}`,
    connection: 'close',
    'accept-encoding': 'identity',
    'content-length': '5',
  });
});

test.each([
  ['GET', undefined],
  ['DELETE', undefined],
  ['POST', '0'],
  ['PUT', '0'],
  ['PATCH', '0'],
] as const)('%s without a body', async (method, length) => {
  expect(await call({ method })).toMatchObject({ statusCode: 200 });

  expect(target.requests.at(-1)).toMatchObject({ method, body: '' });
  expect(target.requests.at(-1)?.headers['content-length']).toBe(length);
});

test.each([
  ['a line break', { 'X-Own': 'a\r\nHost: inside' }],
  ['a character outside of Latin-1', { 'X-Own': '🎉' }],
  ['a name that is none', { 'X Own': 'a' }],
])('a header with %s is a failure, not an error, and nothing is sent', async (_name, headers) => {
  const seen = target.requests.length;

  expect(await call({ headers })).toMatchObject({ kind: 'failed', reason: 'request' });
  expect(target.requests).toHaveLength(seen);
});

test('each call has a connection of its own', async () => {
  const before = target.connections;

  for (let n = 0; n < 3; n += 1) await call();

  expect(target.connections - before).toBe(3);
});

test('a proxy of the environment is not used', async () => {
  const proxy = await startCallTarget();
  const url = `http://127.0.0.1:${proxy.port}`;
  const restore = setGlobalProxyFromEnv({ HTTP_PROXY: url, HTTPS_PROXY: url });

  const outcome = await call();

  restore();
  expect(outcome).toMatchObject({ statusCode: 200 });
  expect(proxy.connections).toBe(0);
  await proxy.close();
});

test.each([
  ['nothing is allowed', '', 'url'],
  ['another address is allowed', '127.0.0.3:PORT', 'address'],
  ['the address is allowed at the usual ports alone', '127.0.0.0/8', 'url'],
  ['the address is allowed at another port', '127.0.0.2:1,127.0.0.3:PORT', 'address'],
])('an address inside is refused when %s', async (_name, networks, reason) => {
  const before = target.connections;
  const config = configWith({ WEBHOOK_ALLOWED_NETWORKS: networks.replace('PORT', String(target.port)) });

  expect(await call({}, config)).toMatchObject({ kind: 'failed', reason });
  expect(target.connections).toBe(before);
});

test.each(['127.0.0.0/8:PORT', '10.0.0.0/8, 127.0.0.2/32:PORT'])(
  'an address inside is called when %s is allowed',
  async (networks) => {
    const config = configWith({ WEBHOOK_ALLOWED_NETWORKS: networks.replace('PORT', String(target.port)) });

    expect(await call({}, config)).toMatchObject({ statusCode: 200 });
  },
);

test('http needs its setting', async () => {
  const plain = await startCallTarget({ address: '127.0.0.2' });
  const networks = { WEBHOOK_ALLOWED_NETWORKS: `127.0.0.2:${plain.port}` };
  const url = `http://hook.test:${plain.port}/`;

  expect(await call({ url }, configWith(networks))).toMatchObject({ reason: 'url' });
  expect(plain.connections).toBe(0);
  expect(await call({ url }, configWith({ ...networks, WEBHOOK_ALLOW_HTTP: 'true' }))).toMatchObject({
    statusCode: 200,
  });
  await plain.close();
});

test('the next address is tried when one takes no connections', async () => {
  zone.set('two.test', 'A', ['127.0.0.9', '127.0.0.8']);
  const plain = await startCallTarget({ address: '127.0.0.8' });
  const config = configWith({ WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOWED_NETWORKS: `127.0.0.8/31:${plain.port}` });

  expect(await call({ url: `http://two.test:${plain.port}/` }, config)).toMatchObject({ statusCode: 200 });
  await plain.close();
});

test('a host that refuses connections is a failure that says so', async () => {
  const port = await freePort();
  const config = configWith({ WEBHOOK_ALLOWED_NETWORKS: `127.0.0.1:${port}` });

  expect(await call({ url: `https://127.0.0.1:${port}/` }, config)).toEqual({
    kind: 'failed',
    reason: 'connection',
    message: 'The host refused the connection.',
  });
});

test('a stand-in counts in tests alone', async () => {
  const standIn = { port: target.port, ca: certificate.cert };
  const other = { url: 'https://absent.test/', method: 'GET' as const };
  const at = await startCallTarget({ certificate: selfSigned(['DNS:absent.test']) });

  expect(await callUrl({ config: configWith({}), dns }, other, standIn)).toMatchObject({ reason: 'name' });
  expect(
    await callUrl({ config: configWith({ ENVIRONMENT: 'test' }), dns }, other, { ...standIn, port: at.port }),
  ).toMatchObject({
    reason: 'tls',
  });
  expect(at.connections).toBe(1);
  await at.close();
});
