import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { testApp } from '#testing';
import { largeBodies } from './large-bodies.ts';

const megabyte = 1024 * 1024;

test('D-603 bodies over 1 MB share 64 MB; who finds no room waits, and goes in the order of coming', async () => {
  const bodies = largeBodies();
  const first = await bodies.admit(60 * megabyte);
  const order: string[] = [];
  const enter = async (name: string, bytes: number) => {
    const giveBack = await bodies.admit(bytes);
    order.push(name);
    return giveBack;
  };
  const second = enter('second', 10 * megabyte);
  const third = enter('third', 2 * megabyte);
  expect(order).toEqual([]);
  first();
  first(); // giving back twice gives back once
  (await second)();
  (await third)();

  expect(order).toEqual(['second', 'third']);
  (await bodies.admit(64 * megabyte))();
});

test('D-603 a second later it is refused, and small bodies never wait', async () => {
  const bodies = largeBodies();
  await bodies.admit(64 * megabyte);

  await expect(bodies.admit(2 * megabyte)).rejects.toMatchObject({ code: 'OVERLOADED' });
  await bodies.admit(megabyte);
});

test('a body over the limit is refused at once, and a caller that writes on still gets the answer', async () => {
  const { port } = new URL((await testApp()).url);
  const socket = connect(Number(port), '127.0.0.1');
  let answers = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answers += text;
  });
  socket.write(`POST /auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n`);
  socket.write(`content-length: ${3 * megabyte}\r\n\r\n`);
  await expect.poll(() => answers, { timeout: 10_000 }).toMatch(/^HTTP\/1\.1 413 [^]*PAYLOAD_TOO_LARGE/);

  for (let part = 0; part < 3; part += 1) socket.write('x'.repeat(megabyte));
  socket.write('GET /health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  await expect.poll(() => answers, { timeout: 10_000 }).toMatch(/HTTP\/1\.1 200 /);
  socket.destroy();
});
