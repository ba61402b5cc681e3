import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { instanceContext } from '#platform/context';
import { freePort } from '#testing/free-port';
import { type TestApp, testApp } from '#testing/test-app';
import { reachCheck } from './network-checks.ts';

/** What the check says, for an instance that has these settings besides its own. */
const found = ({ app: { services } }: TestApp, settings: Record<string, unknown> = {}) =>
  reachCheck.run(instanceContext({ ...services, config: { ...services.config, ...settings } }));

test('an address that leads to this instance passes, one that leads elsewhere fails, one that does not show where it leads is unknown', async () => {
  const app = await testApp();
  const [here, other] = [{ BASE_URL: app.url }, 'another-secret-key-of-at-least-32-characters'];
  let status = 404;
  const proxy = createServer((_call, reply) => reply.writeHead(status).end('Not here')).listen(0, '127.0.0.1');
  onTestFinished(() => void proxy.close());

  expect(await found(app, here)).toMatchObject([{ status: 'pass', seen: `${app.url} leads to this instance.` }]);
  expect(await found(app, { ...here, SECRET_KEY: other })).toMatchObject([
    { status: 'fail', seen: expect.stringContaining('leads to another instance of Postrider') },
  ]);
  const { SECRET_KEY } = app.app.services.config;
  expect(await found(app, { ...here, SECRET_KEY: other, SECRET_KEYS_OLD: [SECRET_KEY] })).toMatchObject([
    { status: 'pass' }, // a process with the key before answered, in the middle of a change
  ]);
  const { port } = proxy.address() as AddressInfo; // it listens on TCP
  expect(await found(app, { BASE_URL: `http://127.0.0.1:${port}` })).toMatchObject([
    { status: 'fail', seen: `http://127.0.0.1:${port}/config answers 404, but not as Postrider does.` },
  ]);
  status = 502;
  expect(await found(app, { BASE_URL: `http://127.0.0.1:${port}` })).toMatchObject([
    { status: 'unknown', seen: expect.stringContaining('/config answers 502') },
  ]);
  expect(await found(app, { BASE_URL: `http://127.0.0.1:${await freePort()}` })).toMatchObject([
    { status: 'unknown', seen: expect.stringContaining('ECONNREFUSED') },
  ]);
});
