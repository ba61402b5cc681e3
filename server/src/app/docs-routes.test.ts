import { createHash } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startTestApp, type TestApp } from '#testing';
import { readDocs } from './docs-files.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'), { BASE_URL: 'https://mail.acme.example' });
});
afterAll(() => app.close());

const get = (path: string, headers?: Record<string, string>) => app.anyone.get(path, headers);

test('every page needs nothing but itself and its pictures, and every link of it leads somewhere (D-1047)', async () => {
  const paths = ['/docs', ...[...(await readDocs()).keys()].map((path) => `/docs/${path}`)];
  const pages = new Map<string, string>();
  for (const path of paths) {
    const { status, text, headers } = await get(path);
    const [style = ''] = /(?<=<style>)[^<]*(?=<\/style>)/.exec(text) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect([path, status, headers['content-security-policy']]).toEqual([
      path,
      200,
      `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`,
    ]);
    expect(text).not.toMatch(/<script|<link|style="|@import|url\(/i);
    pages.set(path, text);
  }

  const idsOf = (text: string) => [...text.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => id);
  const faults: string[] = [];
  for (const [path, text] of pages) {
    if (new Set(idsOf(text)).size !== idsOf(text).length) faults.push(`${path} has an id twice`);
    for (const [, target = ''] of text.matchAll(/\s(?:href|src)="([^"]*)"/g)) {
      const [address = '', anchor] = target.split('#');
      if (/^https?:/.test(target) || /^\/(?:openapi\.json|llms(?:-full)?\.txt)$/.test(target)) continue;
      const page = address === '' ? text : (pages.get(address) ?? (await fetched(address)));
      if (page === null) faults.push(`${path} links ${target}`);
      else if (anchor !== undefined && !idsOf(page).includes(anchor)) faults.push(`${path} links the anchor ${target}`);
    }
  }
  expect(faults).toEqual([]);
});

const others = new Map<string, string | null>();
/** Pictures, texts and pages of the API reference. */
async function fetched(address: string): Promise<string | null> {
  if (!others.has(address)) {
    const { status, text } = await get(address);
    others.set(address, status === 200 ? text : null);
  }
  return others.get(address) ?? null;
}

test('nothing is loaded from elsewhere: the only sources of pictures are files of the instance', async () => {
  const { text } = await get('/docs/guides/first-mail');
  const sources = [...text.matchAll(/\ssrc="([^"]*)"/g)].map(([, source = '']) => source);

  expect(sources).toHaveLength(3);
  for (const source of sources) {
    const picture = await get(source, { 'accept-encoding': 'br' });
    expect([picture.status, picture.headers['content-type'], picture.headers['content-encoding']]).toEqual([
      200,
      'image/webp',
      undefined,
    ]);
    expect(picture.bytes.subarray(0, 4).toString()).toBe('RIFF');
  }
});

test('a page comes compressed, and not twice', async () => {
  const first = await get('/docs/quickstart', { 'accept-encoding': 'br' });
  const again = await get('/docs/quickstart', { 'if-none-match': String(first.headers.etag) });

  expect(brotliDecompressSync(first.bytes).toString()).toContain('https://mail.acme.example/v1/send');
  expect([again.status, again.text]).toEqual([304, '']);
});

test('every error code has a page, and refusals point to it (D-149)', async () => {
  const { body } = await get('/openapi.json');
  const refused = await get('/contacts');
  const failed = await get('/no/such/route');

  for (const { code } of body['x-error-codes'])
    expect([code, (await get(`/docs/errors/${code}`)).status]).toEqual([code, 200]);
  expect(refused.headers.link).toBe('</docs/errors/INVALID_API_KEY>; rel="help"');
  expect(failed.headers.link).toBe('</docs/errors/RESOURCE_NOT_FOUND>; rel="help"');
});

test('a refusal without an envelope points to its page, too (D-149)', async () => {
  const { secretKey } = await app.given.project();
  const plain = await app.as(secretKey).post('/segments', { type: 'STATIC' });

  expect(plain.body).toEqual({ error: 'Name is required' });
  expect(plain.headers.link).toMatch(/^<\/docs\/errors\/[A-Z_]+>; rel="help"$/);
  const [, page = ''] = /^<([^>]+)>/.exec(String(plain.headers.link)) ?? [];
  expect((await get(page)).status).toBe(200);
});

test.each(['/docs/nothing', '/docs/guides/nothing.md', '/docs/pictures/..%2Fquickstart.md', '/docs/%2e%2e%2fREADME'])(
  '%s is refused',
  async (path) => {
    const { status, body } = await get(path);

    expect([status, body.error.code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
  },
);
