import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { selfSigned } from '#testing/certificates';
import { handOver, outgoing, testMessage } from '#testing/transport-suite';
import { smtpRelay } from './smtp-relay.ts';
import { smtpTransport } from './smtp-transport.ts';

// What no relay sends (F16). Long limits of time: bytes and meaning end these links, and no slow machine does.
const timeouts = { connectMs: 20_000, greetingMs: 20_000, stepMs: 20_000, answerMs: 20_000 };

const megabyte = 1_048_576;

/** A server of the test's own; `sent` counts what clients took from it. */
async function serve(handle: (socket: Socket) => void): Promise<{ url: string; sent(): number }> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    handle(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const sent = () => sockets.reduce((all, socket) => all + socket.bytesWritten - socket.writableLength, 0);
  return { url: `smtp://127.0.0.1:${port}`, sent };
}

/** Replies to commands by their first word; a reply that is a function goes on by itself. */
type Replies = Readonly<Record<string, string | ((socket: Socket) => void)>>;

function converse(socket: Socket, replies: Replies): void {
  const act = (word: string): void => {
    const reply = replies[word] ?? usual[word] ?? '250 2.0.0 Ok';
    if (typeof reply === 'function') reply(socket);
    else socket.write(`${reply}\r\n`);
  };
  let [text, isBody] = ['', false];
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
    for (;;) {
      const mark = isBody ? '\r\n.\r\n' : '\r\n';
      const end = text.indexOf(mark);
      if (end < 0) return;
      const word = isBody ? 'DOT' : text.slice(0, 4).toUpperCase();
      text = text.slice(end + mark.length);
      isBody = word === 'DATA';
      act(word);
    }
  });
  act('GREETING');
}

const usual: Readonly<Record<string, string>> = {
  GREETING: '220 test ready',
  EHLO: '250-test\r\n250 SIZE 10485760',
  DATA: '354 Go on',
};

/** Writes as long as anybody reads. */
const flood =
  (piece: string) =>
  (socket: Socket): void => {
    const write = (): void => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.on('drain', write);
    write();
  };

function transportTo(url: string, change: Partial<ReturnType<typeof smtpRelay>> = {}) {
  const transport = smtpTransport({ ...smtpRelay(url), ...change }, { timeouts });
  onTestFinished(() => transport.close());
  return transport;
}

const pieces = {
  'a line without an end': 'x'.repeat(65_536),
  'a reply of lines without an end': '250-more\r\n'.repeat(5_000),
  'replies without an end': '250 2.0.0 Ok\r\n'.repeat(5_000),
};
const steps = ['GREETING', 'EHLO', 'MAIL', 'RCPT', 'DATA'];
const floods = Object.entries(pieces).flatMap(([name, piece]) => steps.map((step) => ({ name, step, piece })));

test.each(floods)('$name at $step ends the link after some megabytes, and nothing was sent (F16)', async (flooded) => {
  const server = await serve((socket) => converse(socket, { [flooded.step]: flood(flooded.piece) }));

  const { outcome } = await handOver(transportTo(server.url));

  expect(outcome).toMatchObject({ kind: 'deferred' });
  expect(server.sent()).toBeLessThan(16 * megabyte);
});

test.each(Object.entries(pieces))(
  '%s after the dot ends the link; a reply is believed, none is doubt (F16)',
  async (name, piece) => {
    const server = await serve((socket) => converse(socket, { DOT: flood(piece) }));

    const { outcome } = await handOver(transportTo(server.url));

    expect(outcome).toMatchObject({ kind: name.startsWith('replies') ? 'accepted' : 'unknown' });
    expect(server.sent()).toBeLessThan(16 * megabyte);
  },
);

test('ten megabytes of one reply are no reply, and the next mail leaves (F16)', async () => {
  let isHostile = true;
  const server = await serve((socket) =>
    converse(socket, isHostile ? { MAIL: `250 ${'x'.repeat(10 * megabyte)}` } : {}),
  );
  const transport = transportTo(server.url);

  expect((await handOver(transport)).outcome).toMatchObject({ kind: 'deferred' });
  isHostile = false;
  expect((await handOver(transport)).outcome).toMatchObject({ kind: 'accepted' });
});

test('what is sent in clear behind the reply to STARTTLS is no reply inside TLS (F16, T40)', async () => {
  const certificate = selfSigned();
  const inside: string[] = [];
  const server = await serve((socket) => {
    const upgrade = (): void => {
      // As an attacker on the way would add it: a reply to the EHLO that follows inside, which takes no message of this size.
      socket.write('220 2.0.0 Go ahead\r\n250-injected\r\n250 SIZE 10\r\n');
      socket.removeAllListeners('data');
      const secured = new TLSSocket(socket, { isServer: true, ...certificate });
      secured.on('error', () => {});
      secured.on('data', (chunk: Buffer) => inside.push(chunk.toString('latin1')));
      converse(secured, { GREETING: () => {} });
    };
    converse(socket, { EHLO: '250-test\r\n250 STARTTLS', STAR: upgrade });
  });
  const transport = transportTo(server.url, { isLoopback: false, ca: certificate.cert });

  const { outcome } = await handOver(transport, outgoing({ message: testMessage('x'.repeat(1_000)) }));

  expect(outcome).toMatchObject({ kind: 'accepted' }); // and not refused for its size
  expect(inside.join('')).toMatch(/^EHLO .*\r\nMAIL FROM/s);
});
