import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Client, type Reply, startTestApp, type TestApp } from '#testing';

let app: TestApp;
let client: Client;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'));
  client = app.as((await app.given.project()).secretKey);
});
afterAll(() => app.close());

const mail = { to: 'ann@example.com', subject: 'S', body: '<p>B</p>', from: 'hello@postrider.test' };

/** A body of unknown length, in pieces of 64 KB. */
function chunked(text: string): ReadableStream {
  const bytes = Buffer.from(text);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(at, at + 65_536));
      at += 65_536;
    },
  });
}

const sendText = (path: string, raw: string): Promise<Reply> =>
  client.send({ method: 'POST', path, raw, headers: { 'content-type': 'application/json' } });

const sendChunked = async (text: string): Promise<number> => {
  const response = await fetch(`${app.url}/v1/send`, {
    method: 'POST',
    headers: { authorization: `Bearer ${(await app.given.project()).secretKey}`, 'content-type': 'application/json' },
    body: chunked(text),
    duplex: 'half',
  } as RequestInit); // the types of fetch do not know `duplex`
  await response.text();
  return response.status;
};

test('many small bodies without a stated length are read at once', async () => {
  const sends = Array.from({ length: 8 }, (_, n) => sendChunked(JSON.stringify({ ...mail, to: `a${n}@example.com` })));

  expect(await Promise.all(sends)).toEqual(Array(8).fill(200));
});

test('a large body without a stated length is read as it arrives', async () => {
  const content = Buffer.alloc(6_000_000, 'x').toString('base64');
  const file = { filename: 'a.bin', content, contentType: 'application/octet-stream' };

  expect(await sendChunked(JSON.stringify({ ...mail, attachments: [file] }))).toBe(200);
});

test.each([
  ['a million objects', `{"x":[${'{},'.repeat(1_000_000)}{}]}`],
  ['a million keys', `{${Array.from({ length: 1_000_000 }, (_, n) => `"${n}":0`).join()}}`],
  ['ten thousand levels', `{"x":${'['.repeat(10_000)}${']'.repeat(10_000)}}${' '.repeat(100_000)}`],
  ['nothing but blanks', ' '.repeat(20_000_000)],
])('%s are refused before they are parsed', async (_name, text) => {
  const reply = await sendText('/v1/send', text);

  expect(reply).toMatchObject({ status: 400, body: { error: { code: 'INVALID_REQUEST_BODY' } } });
});

test.each([13, 30, 50])(
  'files larger than the settings allow are refused before they are read, %i MB of them',
  async (size) => {
    const content = Buffer.alloc(size * 1_048_576, 'x').toString('base64');
    const body = JSON.stringify({
      ...mail,
      attachments: [{ filename: 'a.bin', content, contentType: 'application/octet-stream' }],
    });

    for (const reply of [await sendText('/v1/send', body), await sendText('/v1/send', body)]) {
      if (body.length > 60 * 1_048_576) expect(reply.status).toBe(413);
      else expect(reply.body.error.errors).toMatchObject([{ field: 'attachments', code: 'too_big' }]);
    }
  },
);

test('a body over its limit is refused at once, with a stated length or without, and the connection stays usable', async () => {
  const contact = { email: 'ann@example.com', data: { note: 'x'.repeat(1_100_000) } };

  expect((await client.post('/contacts', contact)).status).toBe(413);
  expect((await client.get('/contacts')).status).toBe(200);
});
