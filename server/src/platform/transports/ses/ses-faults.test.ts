import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Certificate, selfSigned } from '#testing/certificates';
import { startDeafListener } from '#testing/deaf-listener';
import { startFakeSes } from '#testing/fake-ses';
import { handOver, outgoing, readySession } from '#testing/transport-suite';
import type { Transport } from '../transport.ts';
import { sesTransport } from './ses-transport.ts';

let certificate: Certificate;
beforeAll(() => {
  certificate = selfSigned();
});

function relayTo(
  endpoint: string,
  credentials: object | null = { accessKeyId: 'AKIATEST', secretAccessKey: 'secret' },
) {
  const transport = sesTransport(
    {
      region: 'eu-west-1',
      configurationSet: null,
      credentials: credentials as { accessKeyId: string; secretAccessKey: string } | null,
      ratePerSecond: null,
      endpoint,
      ca: certificate.cert,
    },
    { connectMs: 1_000, writeMs: 1_000, answerMs: 1_500 },
  );
  onTestFinished(() => transport.close());
  return transport;
}

/** A server on a local port that is not the service. */
async function listener(
  kind: 'tcp' | 'tls',
  onSocket: (socket: Socket | TLSSocket) => void,
  shown: Certificate = certificate,
): Promise<string> {
  const server = kind === 'tcp' ? createServer(onSocket) : createTlsServer(shown, onSocket);
  const sockets = new Set<Socket>();
  server.prependListener('connection', (socket: Socket) => {
    sockets.add(socket.on('error', () => {}));
    bare = socket;
  });
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on TCP
}

/** Reads a request up to this part, then acts on the connection. */
const after =
  (part: 'its head' | 'all of it', act: (socket: TLSSocket | Socket) => void) =>
  (socket: TLSSocket | Socket): void => {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      const head = text.indexOf('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? Number.POSITIVE_INFINITY);
      if (head > 0 && (part === 'its head' || text.length >= head + 4 + length)) act(socket);
    });
    socket.on('error', () => {});
  };

/** The TCP connection below TLS; a test makes one. */
let bare: Socket;
const reset = (): void => void bare.resetAndDestroy();
const saying = (text: string) => (socket: Socket) => void socket.write(text);

/** Before the gate: nothing can have been handed over, and the next relay may be tried at once. */
const early: [name: string, endpoint: () => Promise<string>][] = [
  ['no connection is accepted', async () => `https://127.0.0.1:${(await deaf()).port}`],
  ['the port is closed', async () => 'https://127.0.0.1:1'],
  ['the name is unknown', async () => 'https://email.postrider.invalid'],
  ['the connection is reset', () => listener('tcp', reset)],
  ['the connection is closed', () => listener('tcp', (socket) => void socket.end())],
  ['TLS is never answered', () => listener('tcp', () => {})],
  ['something else than TLS answers', () => listener('tcp', saying('220 mail.example ESMTP\r\n'))],
  ['the certificate is not trusted', () => listener('tls', () => {}, selfSigned())],
];

async function deaf() {
  const made = await startDeafListener();
  onTestFinished(() => made.close());
  return made;
}

test.each(early)('when %s, opening fails before anything was sent', async (_name, endpoint) => {
  const transport = relayTo(await endpoint());

  const opening = await transport.open(outgoing());

  expect(opening).toMatchObject({
    kind: 'over',
    outcome: { kind: 'deferred', about: 'relay' },
    facts: { connectedAt: null },
  });
});

test('a message that the service does not read is abandoned before its end, without doubt', async () => {
  const transport = relayTo(await listener('tls', (socket) => void socket.pause()));
  const given = outgoing({ message: Buffer.alloc(20_000_000, 'x') });

  expect(await transport.open(given)).toMatchObject({ kind: 'over', outcome: { kind: 'deferred', about: 'relay' } });
});

/** The service has all but the last byte. */
const held: [name: string, act: (socket: Socket) => void, outcome: object][] = [
  ['resets', reset, { kind: 'deferred', about: 'relay' }],
  ['closes', (socket) => void socket.end(), { kind: 'deferred', about: 'relay' }],
  ['says 500', saying('HTTP/1.1 500 No\r\nContent-Length: 2\r\n\r\n{}'), { kind: 'deferred', about: 'relay' }],
  ['says yes', saying('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}'), { kind: 'deferred', about: 'relay' }],
  [
    'refuses the mail',
    saying('HTTP/1.1 400 No\r\nx-amzn-errortype: BadRequestException\r\nContent-Length: 2\r\n\r\n{}'),
    { kind: 'rejected', suppresses: false },
  ],
];

test.each(held)('a service that %s before it has the whole request leaves no doubt', async (_name, act, outcome) => {
  const { promise: acted, resolve: hasActed } = Promise.withResolvers<void>();
  const transport = relayTo(
    await listener(
      'tls',
      after('its head', (socket) => {
        act(socket);
        hasActed();
      }),
    ),
  );

  expect(await released(transport, acted)).toMatchObject({ outcome, wasSent: false });
});

/** The service has the whole request: only its own 4xx is a refusal. */
const late: [name: string, act: (socket: Socket) => void][] = [
  ['resets', reset],
  ['closes', (socket) => void socket.end()],
  ['says nothing', () => {}],
  ['sends half of a response', saying('HTTP/1.1 200 OK\r\nContent-Length: 40\r\n\r\n{"Mess')],
  ['sends a byte at a time', trickle],
  ['sends an invalid response', saying('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\noops')],
  [
    'sends a response that is too long',
    saying(`HTTP/1.1 200 OK\r\nContent-Length: 999999\r\n\r\n${' '.repeat(999_999)}`),
  ],
  ['redirects', saying('HTTP/1.1 302 Found\r\nLocation: https://127.0.0.1/\r\nContent-Length: 2\r\n\r\n{}')],
];

function trickle(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\nContent-Length: 4000\r\n\r\n');
  const timer = setInterval(() => socket.write(' '), 50);
  socket.on('close', () => clearInterval(timer));
}

test.each(late)('a service that %s after it has the whole request leaves a doubt', async (_name, act) => {
  const transport = relayTo(await listener('tls', after('all of it', act)));

  const { outcome, wasSent, facts } = await released(transport);

  expect({ outcome, wasSent }).toMatchObject({ outcome: { kind: 'unknown' }, wasSent: true });
  expect(facts.connectedAt).toBeInstanceOf(Date);
});

/** Hands a message over once the service has acted, and what it did has reached this side. */
async function released(transport: Transport, acted: Promise<void> = Promise.resolve()) {
  const opening = await transport.open(outgoing());
  if (opening.kind === 'over') return { outcome: opening.outcome, wasSent: false, facts: opening.facts };
  await acted;
  await setTimeout(50); // as long as the gate may take
  for (let turn = 0; turn < 5; turn += 1) await setImmediate(); // a busy loop runs the timer before it reads sockets
  return { ...(await opening.session.release()), facts: opening.session.facts };
}

test('without credentials a message fails before anything was sent', async () => {
  const ses = await startFakeSes(certificate);
  onTestFinished(() => ses.close());
  const none = async (): Promise<never> => {
    throw Object.assign(new Error('no role'), { name: 'CredentialsProviderError' });
  };

  expect(await relayTo(ses.endpoint, none).open(outgoing())).toMatchObject({
    kind: 'over',
    outcome: { kind: 'deferred', about: 'relay', reason: expect.stringContaining('CredentialsProviderError') },
  });
  expect(ses.calls).toEqual([]);
});

test('connections are used again, one request at a time, and a dead one is replaced without doubt', async () => {
  const ses = await startFakeSes(certificate);
  onTestFinished(() => ses.close());
  const transport = relayTo(ses.endpoint);

  for (let count = 0; count < 3; count += 1) expect((await handOver(transport)).outcome.kind).toBe('accepted');
  expect(ses.connections).toBe(1);
  await ses.cut();
  expect((await handOver(transport)).outcome.kind).toBe('accepted');
  expect(ses.connections).toBe(2);
  expect(ses.calls).toHaveLength(4);
});

test('facts of the connection are kept with the attempt', async () => {
  const ses = await startFakeSes(certificate);
  onTestFinished(() => ses.close());
  const session = readySession(await relayTo(ses.endpoint).open(outgoing()));
  session.abandon();

  expect(session.facts).toMatchObject({
    relay: 'ses:eu-west-1',
    remoteAddress: '127.0.0.1',
    tlsVersion: 'TLSv1.3',
    tlsVerified: true,
    connectedAt: expect.any(Date),
  });
});
