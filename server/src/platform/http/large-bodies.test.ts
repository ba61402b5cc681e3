import { Agent } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { testApp } from '#testing';
import { type Call, sendRequest } from '#testing/client';
import { holdBody, largeBodies } from './large-bodies.ts';

const megabyte = 1024 * 1024;

test('bodies over 1 MB share 64 MB, by whole megabytes as they arrive; small ones are not counted (D-603)', async () => {
  const bodies = largeBodies();
  const slow = bodies.open('a');
  await holdBody(slow, 2 * megabyte);
  await holdBody(bodies.open('b'), 58 * megabyte);
  await holdBody(slow, 5 * megabyte + 1);
  await holdBody(slow, 6 * megabyte); // reserved already
  expect(bodies.freeBytes).toBe(0);

  await holdBody(bodies.open('c'), megabyte);
  await expect(holdBody(bodies.open('c'), megabyte + 1)).rejects.toMatchObject({ code: 'OVERLOADED' }); // after a second
});

test('a project has half of it while another one waits', async () => {
  const bodies = largeBodies();
  await holdBody(bodies.open('a'), 31 * megabyte);
  const b = bodies.open('b');
  await holdBody(b, 33 * megabyte);
  const order: string[] = [];
  const admit = (owner: string) => holdBody(bodies.open(owner), 2 * megabyte).then(() => order.push(owner));
  const waiting = [admit('a'), admit('c')];

  b.giveBack();
  await Promise.all(waiting);

  expect(order).toEqual(['c', 'a']);
});

test('while bodies of one project that never end hold all bytes, another project gets what becomes free', async () => {
  const app = await testApp();
  const [busy, calm] = [await app.given.project(), await app.given.project()];
  /** Sends the first megabytes of a larger body, and no more. */
  const begin = (megabytes: number) => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1').resume();
    onTestFinished(() => void socket.destroy());
    const lines = [
      'POST /v1/send HTTP/1.1',
      'host: x',
      `authorization: Bearer ${busy.secretKey}`,
      'content-type: application/json',
      `content-length: ${25 * megabyte}`,
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n${'x'.repeat(megabytes * megabyte)}`);
    return socket;
  };
  const send = async () => (await app.as(calm.secretKey).post('/v1/send', { body: 'x'.repeat(1.5 * megabyte) })).status;
  const [small] = [2, 2, 20, 20, 20].map(begin);
  await vi.waitFor(async () => expect(await send()).toBe(503), { timeout: 20_000, interval: 100 });

  begin(2);
  await delay(200); // it waits
  const sending = send();
  await delay(500); // and this one behind it
  small?.destroy();

  expect(await sending).toBe(422); // it was read, and is not a valid mail
});

/** A connection, with what the server has sent on it so far. */
async function connection() {
  const { port } = new URL((await testApp()).url);
  const socket = connect(Number(port), '127.0.0.1');
  let answers = '';
  let isClosed = false;
  const errors: Error[] = [];
  socket.setEncoding('utf8').on('data', (text: string) => {
    answers += text;
  });
  socket.on('error', (error) => errors.push(error));
  socket.on('close', () => {
    isClosed = true;
  });
  onTestFinished(() => void socket.destroy());
  return { socket, errors, answers: () => answers, isClosed: () => isClosed };
}

const head = (bytes: number, ...more: string[]): string =>
  [
    'POST /auth/login HTTP/1.1',
    'host: x',
    'content-type: application/json',
    `content-length: ${bytes}`,
    ...more,
    '',
    '',
  ].join('\r\n');

test('a body over the limit is refused at once, and a caller that continues to write still gets the reply', async () => {
  const { socket, answers } = await connection();
  socket.write(head(3 * megabyte));
  await expect.poll(answers, { timeout: 10_000 }).toMatch(/^HTTP\/1\.1 413 .*PAYLOAD_TOO_LARGE/s);

  for (let part = 0; part < 3; part += 1) socket.write('x'.repeat(megabyte));
  socket.write('GET /health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  await expect.poll(answers, { timeout: 10_000 }).toMatch(/HTTP\/1\.1 200 /);
});

test('a caller whose last request on a connection has a body over the limit is told so, and opens another one', async () => {
  const app = await testApp();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const send = (call: Call) => sendRequest(app.url, call, { agent });
  const health: Call = { method: 'GET', path: '/health' };
  for (let number = 1; number < 1_000; number += 1) expect((await send(health)).status).toBe(200);

  const headers = { 'content-type': 'application/json' };
  const last = await send({ method: 'POST', path: '/auth/login', headers, raw: 'x'.repeat(20 * megabyte) });
  expect([last.status, last.headers.connection]).toEqual([413, 'close']);
  expect((await send(health)).status).toBe(200);
});

test.each(['connection: close', 'content-encoding: gzip\r\nconnection: close'])(
  'a caller that asked for the end of its connection has written its body over the limit when it is refused: %s',
  async (more) => {
    const { socket, answers, errors, isClosed } = await connection();
    socket.write(head(20 * megabyte, more));
    for (let part = 0; part < 20; part += 1) {
      socket.write('x'.repeat(megabyte));
      await delay(20);
    }
    await expect.poll(isClosed, { timeout: 10_000 }).toBe(true);
    expect(errors).toEqual([]);
    expect(answers()).toMatch(/^HTTP\/1\.1 4\d\d .*connection: close\r\n.*"code":/is);
  },
);

test('a caller that never stops writing is disconnected', async () => {
  const { socket, isClosed } = await connection();
  socket.write(head(1_000 * megabyte));
  const writing = setInterval(() => socket.writableNeedDrain || socket.write('x'.repeat(megabyte)), 1);
  onTestFinished(() => clearInterval(writing));
  await expect.poll(isClosed, { timeout: 20_000 }).toBe(true);
  expect(socket.bytesWritten).toBeLessThan(100 * megabyte);
});
