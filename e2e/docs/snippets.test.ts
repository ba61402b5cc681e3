import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@postrider/server/testing/free-port';
import { startServer } from '@postrider/server/testing/server-process';
import { startTestApp, type TestApp } from '@postrider/server/testing/test-app';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { faultOf, fencesOfPage, reasonNotToRun, root, runPages } from './documents.ts';
import { matches, runPage } from './run-page.ts';

/** A page waits for mail, imports and campaigns; how long says nothing about it. */
const timeout = 600_000;

let app: TestApp;
let worker: Awaited<ReturnType<typeof startServer>>;
beforeAll(async () => {
  const port = await freePort();
  app = await startTestApp(inject('templateDatabase'), { PORT: String(port), BASE_URL: `http://127.0.0.1:${port}` });
  const { SECRET_KEY, BASE_URL } = app.app.services.config;
  worker = await startServer('worker', { DATABASE_URL: app.databaseUrl, SECRET_KEY, BASE_URL, ENVIRONMENT: 'test' });
}, timeout);
afterAll(async () => {
  await worker?.stop();
  await app?.close();
});

test.each(runPages)('%s: every fence says what it is', (path) => {
  expect(fencesOfPage(path).flatMap((fence) => faultOf(fence) ?? [])).toEqual([]);
});

test.each(runPages)('%s: snippets that another test runs name it', (path) => {
  const files = fencesOfPage(path).flatMap(({ note }) => /^run by: (\S+)(?: as \S+)?$/.exec(note)?.slice(1, 2) ?? []);

  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

const pagesToRun = runPages.filter((path) => fencesOfPage(path).some((fence) => reasonNotToRun(fence) === null));

test.each(pagesToRun)('%s: its snippets print what the page says, against an instance', { timeout }, async (path) => {
  const { secretKey, publicKey } = await app.given.project();

  const snippets = await runPage(fencesOfPage(path), { url: app.url, secretKey, publicKey });

  const wrong = snippets.filter(({ printed, expected }) => expected !== null && !matches(printed, expected));
  expect(wrong).toEqual([]);
});

test('most guides have something to run', () => {
  expect(pagesToRun.filter((path) => path.startsWith('guides/')).length).toBeGreaterThan(8);
});

test.each([
  ['a command without a mark', { language: '', note: '', code: 'curl http://localhost:8080' }],
  ['a command as text', { language: 'text', note: '', code: 'curl http://localhost:8080' }],
  ['an unknown language', { language: 'cobol', note: '', code: 'STOP RUN.' }],
  ['a note without a reason', { language: 'sh', note: 'not run', code: 'ls' }],
])('%s is a fault', (_name, fence) => {
  expect(faultOf(fence)).not.toBeNull();
});

test('output is compared by lines, with … for anything', () => {
  expect(matches('{"id":"0197"}\nok', '{"id":"…"}\nok')).toBe(true);
  expect(matches('{"id":"0197"}\nnot ok', '{"id":"…"}\nok')).toBe(false);
  expect(matches('ok\nmore', 'ok')).toBe(false);
});
