import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { testApp } from '#testing';
import { largeBodies } from './large-bodies.ts';

const megabyte = 1024 * 1024;

test('D-603 bodies over 1 MB share 64 MB; who finds no room waits, and goes in the order of coming', async () => {
  const bodies = largeBodies();
  const first = bodies.open('a');
  await first.grow(60 * megabyte);
  const order: string[] = [];
  const enter = async (name: string, bytes: number) => {
    const room = bodies.open(name);
    await room.grow(bytes);
    order.push(name);
    return room;
  };
  const second = enter('second', 10 * megabyte);
  const third = enter('third', 2 * megabyte);
  expect(order).toEqual([]);
  first.giveBack();
  first.giveBack(); // giving back twice gives back once
  (await second).giveBack();
  (await third).giveBack();

  expect(order).toEqual(['second', 'third']);
  await bodies.open('a').grow(64 * megabyte);
});

test('D-603 a second later it is refused, and small bodies never wait', async () => {
  const bodies = largeBodies();
  await bodies.open('a').grow(64 * megabyte);

  await expect(bodies.open('b').grow(2 * megabyte)).rejects.toMatchObject({ code: 'OVERLOADED' });
  await bodies.open('b').grow(megabyte);
});

test('room is taken as bytes arrive, and who is gone while waiting holds none', async () => {
  const bodies = largeBodies();
  const slow = bodies.open('a');
  await slow.grow(2 * megabyte);
  await bodies.open('b').grow(60 * megabyte);
  await slow.grow(3 * megabyte + 1);
  const waiting = slow.grow(6 * megabyte);
  slow.giveBack();
  await waiting;

  await bodies.open('c').grow(4 * megabyte);
});

test('a project that has had its half lets others pass', async () => {
  const bodies = largeBodies();
  const order: string[] = [];
  const enter = (owner: string, bytes: number) => {
    const room = bodies.open(owner);
    const entered = room.grow(bytes).then(() => order.push(owner));
    return { entered, giveBack: () => room.giveBack() };
  };
  await enter('a', 40 * megabyte).entered; // nobody else wants it
  const b = enter('b', 20 * megabyte);
  await b.entered;
  const again = enter('a', 5 * megabyte);
  const c = enter('c', 10 * megabyte);

  b.giveBack();
  await Promise.all([again.entered, c.entered]);

  expect(order).toEqual(['a', 'b', 'c', 'a']);
});

test('while bodies of one project that never end hold all the room, another project has what becomes free', async () => {
  const app = await testApp();
  const [busy, calm] = [await app.given.project(), await app.given.project()];
  /** Sends so much of a larger body, and no more. */
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

  expect(await sending).toBe(422); // it was read, and is no mail
});

/** Says what the server has answered so far on one connection. */
async function connection() {
  const { port } = new URL((await testApp()).url);
  const socket = connect(Number(port), '127.0.0.1');
  let answers = '';
  let isClosed = false;
  socket.setEncoding('utf8').on('data', (text: string) => {
    answers += text;
  });
  socket.on('error', () => {}); // a reset is what one test is about
  socket.on('close', () => {
    isClosed = true;
  });
  onTestFinished(() => void socket.destroy());
  return { socket, answers: () => answers, isClosed: () => isClosed };
}

const head = (bytes: number): string =>
  `POST /auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n`;

test('a body over the limit is refused at once, and a caller that writes on still gets the answer', async () => {
  const { socket, answers } = await connection();
  socket.write(head(3 * megabyte));
  await expect.poll(answers, { timeout: 10_000 }).toMatch(/^HTTP\/1\.1 413 .*PAYLOAD_TOO_LARGE/s);

  for (let part = 0; part < 3; part += 1) socket.write('x'.repeat(megabyte));
  socket.write('GET /health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  await expect.poll(answers, { timeout: 10_000 }).toMatch(/HTTP\/1\.1 200 /);
});

test('a caller that goes on and on is cut off', async () => {
  const { socket, isClosed } = await connection();
  socket.write(head(1_000 * megabyte));
  const writing = setInterval(() => socket.writableNeedDrain || socket.write('x'.repeat(megabyte)), 1);
  onTestFinished(() => clearInterval(writing));
  await expect.poll(isClosed, { timeout: 20_000 }).toBe(true);
  expect(socket.bytesWritten).toBeLessThan(100 * megabyte);
});
