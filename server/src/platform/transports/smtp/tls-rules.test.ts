import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Certificate, selfSigned } from '#testing/certificates';
import { startScriptedSmtp } from '#testing/scripted-smtp';
import { handOver, outgoing, readySession } from '#testing/transport-suite';
import { type SmtpRelay, smtpRelay } from './smtp-relay.ts';
import { smtpTransport } from './smtp-transport.ts';

const timeouts = { connectMs: 1_000, greetingMs: 1_000, stepMs: 1_000 };
let certificate: Certificate;
beforeAll(() => {
  certificate = selfSigned();
});

/** A relay that the rules take for a remote one. */
const remoteRelay = (url: string, change: Partial<SmtpRelay> = {}): SmtpRelay => ({
  ...smtpRelay(url),
  isLoopback: false,
  ...change,
});

async function serve(options: SMTPServerOptions) {
  const seen: { recipients: string[]; user: unknown; isSecure: boolean }[] = [];
  const passwords: string[] = [];
  const server = new SMTPServer({
    ...certificate,
    authOptional: true,
    logger: false,
    onAuth(auth, session, done) {
      passwords.push(`${session.secure ? 'secure' : 'clear'} ${auth.username}:${auth.password}`);
      done(null, { user: auth.username });
    },
    onData(stream, session, done) {
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      stream.resume().on('end', () => {
        seen.push({ recipients, user: session.user, isSecure: session.secure });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => {}); // a client that hangs up
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)));
  const { port } = server.server.address() as AddressInfo; // it listens on TCP
  return { port, seen, passwords };
}

function transportOf(relay: SmtpRelay) {
  const transport = smtpTransport(relay, { timeouts });
  onTestFinished(() => transport.close());
  return transport;
}

test.each([
  ['STARTTLS', 'smtp', {}],
  ['TLS from the first byte', 'smtps', { secure: true }],
])('off loopback %s with a trusted certificate carries mail and password (T40)', async (_name, scheme, options) => {
  const { port, seen, passwords } = await serve(options);
  const transport = transportOf(remoteRelay(`${scheme}://us%40er:p%3Ass@127.0.0.1:${port}`, { ca: certificate.cert }));

  const session = readySession(await transport.open(outgoing()));
  expect(await session.release()).toMatchObject({ outcome: { kind: 'accepted' } });

  expect(seen).toEqual([{ recipients: ['ada@example.com'], user: 'us@er', isSecure: true }]);
  expect(passwords).toEqual(['secure us@er:p:ss']);
  expect(session.facts).toMatchObject({ tlsVersion: 'TLSv1.3', tlsVerified: true, tlsCipher: expect.any(String) });
});

test.each([['smtp', {}] as const, ['smtps', { secure: true }] as const])(
  'off loopback an untrusted certificate ends the session: no mail, no password (%s) (T40)',
  async (scheme, options) => {
    const { port, seen, passwords } = await serve(options);
    const transport = transportOf(remoteRelay(`${scheme}://user:pass@127.0.0.1:${port}`));

    expect((await handOver(transport)).outcome).toMatchObject({ kind: 'deferred', about: 'relay' });
    expect({ seen, passwords }).toEqual({ seen: [], passwords: [] });
  },
);

test('a remote server that does not offer STARTTLS gets no mail (T40)', async () => {
  const server = await startScriptedSmtp();
  onTestFinished(() => server.close());
  const transport = transportOf(remoteRelay(server.url));

  expect((await handOver(transport)).outcome).toMatchObject({ kind: 'deferred', about: 'relay' });
  expect(server.commands.filter((line) => !/^(EHLO|STARTTLS)/.test(line))).toEqual([]);
});

test('no password is sent in clear, on loopback neither (T40)', async () => {
  const { port, seen, passwords } = await serve({
    hideSTARTTLS: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
  });
  const transport = transportOf(smtpRelay(`smtp://user:pass@127.0.0.1:${port}`));

  expect((await handOver(transport)).outcome).toMatchObject({ kind: 'deferred', about: 'relay' });
  expect({ seen, passwords }).toEqual({ seen: [], passwords: [] });
});

test('on loopback a relay needs no TLS, and with a password takes any certificate', async () => {
  const { port, seen } = await serve({});

  expect((await handOver(transportOf(smtpRelay(`smtp://127.0.0.1:${port}`)))).outcome.kind).toBe('accepted');
  expect((await handOver(transportOf(smtpRelay(`smtp://user:pass@127.0.0.1:${port}`)))).outcome.kind).toBe('accepted');
  expect(seen.map(({ isSecure }) => isSecure)).toEqual([false, true]);
});

test('a wrong password is a fault of the relay, not of the mail', async () => {
  const { port, seen } = await serve({ onAuth: (_auth, _session, done) => done(new Error('no')) });
  const transport = transportOf(remoteRelay(`smtp://user:bad@127.0.0.1:${port}`, { ca: certificate.cert }));

  expect((await handOver(transport)).outcome).toMatchObject({ kind: 'deferred', about: 'relay' });
  expect(seen).toEqual([]);
});

test.each([
  ['smtp://relay.example', { port: 587, isImplicitTls: false, isLoopback: false }],
  ['smtps://relay.example', { port: 465, isImplicitTls: true }],
  ['smtp://[::1]:2525', { host: '::1', port: 2525, isLoopback: true }],
  ['smtp://localhost:25', { isLoopback: true }],
  ['smtp://127.9.9.9:25', { isLoopback: true }],
  ['smtp://localhost.example:25', { isLoopback: false }],
])('the relay %s is read', (url, relay) => {
  expect(smtpRelay(url)).toMatchObject(relay);
});

test.each(['relay.example', 'http://relay.example', 'smtp://', ''])('%s is no relay', (url) => {
  expect(() => smtpRelay(url)).toThrow('a relay is');
});
