import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { hasChromium, startChromium } from '@postrider/server/testing/chromium';
import { freePort } from '@postrider/server/testing/free-port';
import { startTestApp, type TestApp } from '@postrider/server/testing/test-app';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { deliveries } from '../../server/src/features/emails/index.ts';
import { signWebhook } from '../../server/src/pure/webhook-signature/index.ts';
import { compilerOf, examplesOf, type PackedSdk, packSdk, run } from './sdk-package.ts';

/** Compilers take seconds; how many says nothing about the SDK. */
const timeout = 600_000;

const examples = examplesOf();
const fileOf = (title: string): string => `${title.toLowerCase().replace(/\W+/g, '-')}.ts`;
const webhookSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

let sdk: PackedSdk;
let app: TestApp;
beforeAll(async () => {
  sdk = packSdk();
  for (const { title, code } of examples) writeFileSync(join(sdk.consumer, fileOf(title)), code);
  const port = await freePort();
  const settings = { PORT: String(port), BASE_URL: `http://127.0.0.1:${port}` };
  app = await startTestApp(inject('templateDatabase'), settings, { spools: [deliveries] });
}, timeout);
afterAll(async () => {
  await app?.close();
  if (sdk) rmSync(dirname(sdk.consumer), { recursive: true });
});

test('the package of the SDK is under 60 KB and has nothing but the client and its page', () => {
  console.log(`the package of the SDK has ${sdk.bytes} bytes`);

  expect(sdk.bytes).toBeLessThan(60_000);
  expect(sdk.files.filter((path) => !/^dist\/.+\.(?:js|d\.ts)$/.test(path))).toEqual(['README.md', 'package.json']);
  expect(sdk.files.filter((path) => /test/.test(path))).toEqual([]);
});

test.each([
  ['TypeScript 5', 'tools', ['nodenext']],
  ['TypeScript 6', 'sdk', ['nodenext']],
  ['TypeScript 7', '.', ['nodenext', 'bundler']],
])('the examples compile in a strict project with %s', { timeout }, (_name, workspace, resolutions) => {
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--noEmit'];
  const target = ['--target', 'es2022', '--lib', 'es2022,dom,dom.iterable,dom.asynciterable', '--skipDefaultLibCheck'];
  const files = ['process.d.ts', ...examples.map(({ title }) => fileOf(title))];
  for (const resolution of resolutions) {
    const module = resolution === 'bundler' ? 'esnext' : resolution;
    const modules = ['--module', module, '--moduleResolution', resolution];
    run(compilerOf(workspace), [...strict, ...target, ...modules, ...files], sdk.consumer);
  }
});

test('the examples print what the page says, against an instance', { timeout }, async () => {
  const project = await app.given.project();
  const env = {
    ...process.env,
    POSTRIDER_URL: app.url,
    POSTRIDER_KEY: project.secretKey,
    POSTRIDER_PUBLIC_KEY: project.publicKey,
    POSTRIDER_COOKIE: project.owner.headers.cookie,
    POSTRIDER_WEBHOOK_SECRET: webhookSecret,
  };

  const printed: Record<string, string> = {};
  for (const { title } of examples) printed[title] = await outputOf(fileOf(title), env);

  expect(printed).toEqual(Object.fromEntries(examples.map(({ title, output }) => [title, output])));
});

test('a page of another site tracks and verifies in a real browser', { timeout, skip: !hasChromium() }, async () => {
  const project = await app.given.project();
  const body = '{"plan":"pro"}';
  const headers = signWebhook({ id: 'id', sentAt: new Date(), body, secrets: [webhookSecret] });
  const site = await serveFiles(join(sdk.consumer, 'node_modules/@postrider/sdk/dist'));
  const browser = await startChromium();
  onTestFinished(() => browser.close());
  const tab = await browser.open();
  await tab.goto(`${site}/`);

  const client = `new PostriderTracker('${project.publicKey}', { baseUrl: '${app.url}' })`;
  const webhook = JSON.stringify({ body, headers, secret: webhookSecret });
  const result =
    await tab.evaluate(`import('/index.js').then(async ({ PostriderSession, PostriderTracker, verifyWebhook }) => ({
    tracked: await ${client}.track({ email: 'gil@example.com', event: 'visit' }),
    refused: await ${client}.track({ email: '', event: '' }).catch(({ code, requestId }) => [code, typeof requestId]),
    webhook: (await verifyWebhook(${webhook})).json(),
    moved: await new PostriderSession({ baseUrl: '${site}/moved' }).user.get().catch(({ code }) => code),
  }))`);

  expect(result).toMatchObject({
    tracked: { alreadyAccepted: false, contact: expect.any(String) },
    refused: ['VALIDATION_ERROR', 'string'],
    webhook: { plan: 'pro' },
    moved: 'UNEXPECTED_REPLY',
  });
});

/** Another site, with an empty page, these scripts, and addresses that have moved. */
async function serveFiles(folder: string): Promise<string> {
  const server = createServer(({ url = '' }, response) => {
    const isScript = url.endsWith('.js');
    if (url.startsWith('/moved')) response.writeHead(302, { location: '/' });
    else response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' });
    response.end(isScript ? readFileSync(join(folder, url)) : '<!doctype html>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port
}

/** Loads an example, and gives it a request, signed just before, if it takes one. */
async function outputOf(file: string, given: NodeJS.ProcessEnv): Promise<string> {
  const body = JSON.stringify({ plan: 'pro' });
  const headers = signWebhook({ id: 'id', sentAt: new Date(), body, secrets: [webhookSecret] });
  const env = { ...given, REQUEST: JSON.stringify({ method: 'POST', headers, body }) };
  const program = `const { receive } = await import('./${file}');
    await receive?.(new Request('http://localhost', JSON.parse(process.env.REQUEST)));`;
  const args = ['--input-type=module', '--eval', program];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: sdk.consumer, env });
  return stdout;
}
