import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeDns } from '#platform/dns';
import { parseNetwork } from '#pure/ip-addresses';
import { startDns, type TestDns } from '#testing';
import { type CallTargetServer, startCallTarget, startRawTarget } from '#testing/call-target';
import { until } from '#testing/until';
import type { OutgoingCall } from './call.ts';
import { makeCall } from './make-call.ts';

let zone: TestDns;
let target: CallTargetServer | undefined;

beforeEach(async () => {
  zone = await startDns();
  target = undefined;
});
afterEach(async () => {
  await zone.close();
  await target?.close();
});

const loopback = parseNetwork('127.0.0.0/8');

const call = (more: Partial<OutgoingCall> = {}, host = '127.0.0.1') => {
  if (!loopback) throw new Error('a network');
  const port = target?.port ?? 80;
  const rules = { allowsHttp: true, ports: new Set([port]), networks: [{ network: loopback, port: null }] };
  return makeCall(rules, makeDns([zone.address]), { url: `http://${host}:${port}/`, method: 'POST', ...more });
};

/** Writes the same bytes for as long as the other side takes them. */
function flood(socket: Socket, bytes: Buffer): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(bytes));
  };
  socket.on('drain', more);
  more();
}

const megabyte = 1_048_576;
/** What the two kernels may hold of a connection that is cut, far less than what was on offer. */
const inTheKernel = 16 * megabyte;

test('an endless body is read up to the limit, and the connection is cut (T17)', async () => {
  target = await startRawTarget((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 1073741824\r\n\r\n');
      flood(socket, Buffer.alloc(65_536, 'x'));
    });
  });

  const outcome = await call();

  expect(outcome).toMatchObject({ statusCode: 200, isTruncated: true, body: Buffer.alloc(65_536, 'x') });
  expect(await until(() => target?.open === 0)).toBe(true);
  expect(target.bytesSent).toBeLessThan(inTheKernel);
});

test('a body of exactly the limit is whole, and one byte more is not', async () => {
  target = await startCallTarget({
    reply: ({ path }, response) => void response.end('x'.repeat(Number(path.slice(1)))),
  });
  const get = (size: number) => call({ url: `http://127.0.0.1:${target?.port}/${size}`, maxReplyBytes: 1_000 });

  expect(await get(1_000)).toMatchObject({ isTruncated: false, body: Buffer.alloc(1_000, 'x') });
  expect(await get(1_001)).toMatchObject({ isTruncated: true, body: Buffer.alloc(1_000, 'x') });
});

test.each([
  ['one header of 10 MB', 'X-Long: ', 'x'.repeat(65_536)],
  ['10 MB of small headers', '', 'X-Small: y\r\n'.repeat(5_000)],
])('%s are not read to their end (T17)', async (_name, begin, part) => {
  target = await startRawTarget((socket) => {
    socket.once('data', () => {
      socket.write(`HTTP/1.1 200 OK\r\n${begin}`);
      flood(socket, Buffer.from(part));
    });
  });

  expect(await call()).toEqual({ kind: 'failed', reason: 'reply', message: 'The reply is not valid HTTP.' });
  expect(await until(() => target?.open === 0)).toBe(true);
  expect(target.bytesSent).toBeLessThan(inTheKernel);
});

test('headers of 15 KB are read, of which the two that are returned are cut', async () => {
  const headers = { 'x-long': 'x'.repeat(14_000), 'content-type': 'y'.repeat(1_000), 'retry-after': '120' };
  target = await startCallTarget({ reply: (_, response) => void response.writeHead(503, headers).end() });

  expect(await call()).toMatchObject({ statusCode: 503, contentType: 'y'.repeat(200), retryAfter: '120' });
});

test('interim replies without end are not waited for', async () => {
  target = await startRawTarget((socket) => {
    socket.once('data', () => flood(socket, Buffer.from('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(100))));
  });

  expect(await call()).toMatchObject({ reason: 'reply', message: 'The host sent no reply, only interim ones.' });
});

test('a compressed bomb stays compressed (T17)', async () => {
  const bomb = gzipSync(Buffer.alloc(100 * megabyte));
  target = await startCallTarget({
    reply: (_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
  });

  const outcome = await call();

  expect(outcome).toMatchObject({ isTruncated: true, body: bomb.subarray(0, 65_536) });
  expect(target.requests[0]?.headers['accept-encoding']).toBe('identity');
});

test.each([
  ['no reply', ''],
  ['half a status line', 'HTTP/1.1 20'],
  ['headers without an end', 'HTTP/1.1 200 OK\r\nX-One: 1\r\n'],
  ['a body that stops', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'],
])('%s ends by the time-out (T17)', async (_name, bytes) => {
  target = await startRawTarget((socket) => void socket.once('data', () => socket.write(bytes)));

  const outcome = await call({ totalMs: 300 });

  expect(outcome).toEqual({ kind: 'failed', reason: 'timeout', message: 'The call was not finished within 0.3 s.' });
  expect(await until(() => target?.open === 0)).toBe(true);
});

test('a reply that trickles does not prolong its time (T17)', async () => {
  let trickle: NodeJS.Timeout | undefined;
  target = await startRawTarget((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n');
      trickle = setInterval(() => socket.write('x'), 20);
    });
  });

  expect(await call({ totalMs: 500 })).toMatchObject({ reason: 'timeout' });
  expect(await until(() => target?.open === 0)).toBe(true);
  clearInterval(trickle);
});

test('a handshake that is never answered, and a name server that is silent, end by the time-out (F24)', async () => {
  target = await startRawTarget((socket) => void socket.resume());
  zone.failing = 'silence';

  expect(await call({ url: `https://127.0.0.1:${target.port}/`, totalMs: 300 })).toMatchObject({ reason: 'timeout' });
  expect(await call({ totalMs: 300 }, 'silent.test')).toMatchObject({ reason: 'timeout' });
  expect(await until(() => target?.open === 0)).toBe(true);
});

test.each([
  ['closes at once', '', 'The host closed the connection before the reply was complete.'],
  [
    'closes within the headers',
    'HTTP/1.1 200 OK\r\nX',
    'The host closed the connection before the reply was complete.',
  ],
  [
    'closes within the body',
    'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf',
    'The host closed the connection before the reply was complete.',
  ],
  ['speaks another protocol', '220 mail.example ESMTP\r\n', 'The reply is not valid HTTP.'],
  [
    'frames its reply twice',
    'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    'The reply is not valid HTTP.',
  ],
  [
    'changes the protocol',
    'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    'The host closed the connection before the reply was complete.',
  ],
])('a host that %s is a failure, not an error (F22)', async (_name, bytes, message) => {
  target = await startRawTarget((socket) => void socket.once('data', () => socket.end(bytes)));

  expect(await call()).toEqual({ kind: 'failed', reason: 'reply', message });
});

test('a host that resets the connection is a failure, not an error (F22)', async () => {
  target = await startRawTarget((socket) => void socket.once('data', () => socket.resetAndDestroy()));

  expect(await call({ body: Buffer.alloc(256 * 1_024) })).toMatchObject({ reason: 'reply' });
});

test('a host that replies before it has read all of the request has replied', async () => {
  target = await startRawTarget((socket) => {
    socket.once('data', () => socket.write('HTTP/1.1 413 Too Large\r\nContent-Length: 3\r\n\r\nbig'));
  });

  expect(await call({ body: Buffer.alloc(256 * 1_024) })).toMatchObject({ statusCode: 413, body: Buffer.from('big') });
});
