import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { testApp } from '#testing';
import { refuseUnread } from './unread-request.ts';

/** The reply to these bytes until the server closes the connection. */
async function answerTo(port: number, bytes: string): Promise<{ head: string; body: unknown }> {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  return { head, body: JSON.parse(body) };
}

test('bytes that are no HTTP request, and too large headers, are refused with our envelope', async () => {
  const port = Number(new URL((await testApp()).url).port);
  const nonsense = await answerTo(port, 'This is not HTTP\r\n\r\n');
  expect(nonsense.head).toMatch(/^HTTP\/1\.1 400 /);
  expect(nonsense.head).toMatch(/\r\nx-request-id: [0-9a-f-]{36}\r\n/);
  expect(nonsense.body).toMatchObject({ success: false, error: { code: 'BAD_REQUEST', statusCode: 400 } });

  const large = await answerTo(port, `GET /health HTTP/1.1\r\nhost: x\r\nx-large: ${'x'.repeat(20_000)}\r\n\r\n`);
  expect(large.head).toMatch(/^HTTP\/1\.1 431 /);
  expect(large.body).toMatchObject({ error: { code: 'HEADER_TOO_LARGE', statusCode: 431 } });
});

test('headers that do not arrive in time are refused with 408', async () => {
  const server = createServer({ headersTimeout: 100, connectionsCheckingInterval: 20 }, (_, reply) => reply.end());
  server.on('clientError', refuseUnread);
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const late = await answerTo((server.address() as AddressInfo).port, 'GET / HTTP/1.1\r\nhost: ');
  expect(late.head).toMatch(/^HTTP\/1\.1 408 /);
  expect(late.body).toMatchObject({ error: { code: 'REQUEST_TIMEOUT', statusCode: 408 } });
});
