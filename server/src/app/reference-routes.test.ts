import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestApp, type TestApp } from '#testing';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'), {});
});
afterAll(() => app.close());

interface Described {
  readonly operationId: string;
  readonly tags: readonly [string];
}

async function operations(): Promise<Described[]> {
  const { body } = await app.anyone.get('/openapi.json');
  return Object.values<Record<string, Described>>(body.paths).flatMap((methods) => Object.values(methods));
}

test('every operation of the document has one anchor, on the page of its group, and a link to it (D-1041)', async () => {
  const all = await operations();
  const overview = await app.anyone.get('/reference');
  const pages = new Map<string, string>();
  for (const group of new Set(all.map(({ tags }) => tags[0]))) {
    pages.set(group, (await app.anyone.get(`/reference/${group}`)).text);
  }

  expect(all.length).toBeGreaterThan(150);
  for (const { operationId, tags } of all) {
    expect(pages.get(tags[0])?.split(`id="${operationId}"`), operationId).toHaveLength(2);
    expect(overview.text).toContain(`href="/reference/${tags[0]}#${operationId}"`);
  }
});

test('a page needs nothing but itself: no script, no other request, one style that the policy knows', async () => {
  const groups = new Set((await operations()).map(({ tags }) => tags[0]));

  for (const path of ['/reference', ...[...groups].map((group) => `/reference/${group}`)]) {
    const { text, headers } = await app.anyone.get(path);
    const [style = ''] = /(?<=<style>)[^<]*(?=<\/style>)/.exec(text) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    const links = [...text.matchAll(/\s(?:href|src|action)="([^"]*)"/g)].map(([, target = '']) => target);
    const ids = [...text.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => id);

    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`,
    );
    expect(text).not.toMatch(/<script|<link|<img|style="|@import|url\(/i);
    expect(links.filter((target) => !/^(#|\/reference|\/docs|\/openapi\.json$)/.test(target))).toEqual([]);
    expect(links.filter((target) => target.startsWith('#') && !ids.includes(target.slice(1)))).toEqual([]);
    expect(new Set(ids).size, path).toBe(ids.length);
  }
});

test.each([
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['', undefined, (bytes: Buffer) => bytes],
] as const)('with Accept-Encoding %j a page comes as %s', async (accepted, encoding, open) => {
  const reply = await app.anyone.get('/reference/contacts', { 'accept-encoding': accepted });

  expect([reply.status, reply.headers['content-encoding']]).toEqual([200, encoding]);
  expect(open(reply.bytes).toString()).toContain('id="postContacts"');
  expect(reply.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public, max-age=300',
    vary: 'Accept-Encoding',
  });
});

test('a page is not sent twice to a browser that has it', async () => {
  const first = await app.anyone.get('/reference');
  const again = await app.anyone.get('/reference', { 'if-none-match': String(first.headers.etag) });
  const other = await app.anyone.get('/reference/contacts', { 'if-none-match': String(first.headers.etag) });

  expect([again.status, again.text, again.headers.etag]).toEqual([304, '', first.headers.etag]);
  expect(other.status).toBe(200);
});

test('requests name the address of this instance, and the configuration names the reference', async () => {
  const { text } = await app.anyone.get('/reference/emails');
  const { body } = await app.anyone.get('/config');

  expect(text).toContain('curl -X POST &quot;http://localhost:8080/v1/send&quot;');
  expect(body.urls.reference).toBe('http://localhost:8080/reference');
});

test('an unknown group is refused', async () => {
  const { status, body } = await app.anyone.get('/reference/nothing');

  expect([status, body.error.code, body.error.details]).toEqual([404, 'RESOURCE_NOT_FOUND', { resource: 'group' }]);
});
