import { type AddressInfo, createServer } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startFakeSes } from '#testing/fake-ses';
import { givenMails } from '#testing/given-mail';
import {
  ownCertificate,
  ownHosts,
  ownProviderSetup,
  startOwnServer,
  trustOwnCertificate,
} from '#testing/own-provider-setup';
import { startScriptedSmtp } from '#testing/scripted-smtp';
import { until } from '#testing/until';

trustOwnCertificate();

const senderOf = (mail: { from: string } | undefined): string => mail?.from ?? '';

test('mail of a project leaves by its own provider, signed in, and that of a neighbour by the instance (D-1114)', async () => {
  const setup = await ownProviderSetup({ BOUNCE_HOST: 'bounces.example' });
  const neighbour = await setup.neighbour('other.example');
  expect((await setup.put()).status).toBe(200);
  const [id = ''] = await setup.mails(1, { recipient: 'own@example.com' });
  await givenMails(setup.client, neighbour.id, 1, { domain: 'other.example', recipient: 'theirs@example.com' });
  setup.work();

  await setup.idle();
  await until(() => setup.relay.received.length === 1);

  expect(setup.own.received.map(({ to }) => to)).toEqual([['own@example.com']]);
  expect(setup.relay.received.map(({ to }) => to)).toEqual([['theirs@example.com']]);
  const login = Buffer.from('\0acme\0open sesame').toString('base64');
  expect(setup.own.commands.filter((line) => line.startsWith('AUTH'))).toEqual([`AUTH PLAIN ${login}`]);
  // Our own return path and our own signature: bounces come back to this instance.
  expect(senderOf(setup.own.received[0])).toMatch(/^bounce\+.*@bounce\.acme\.example$/);
  expect(setup.own.received[0]?.message.toString()).toContain('DKIM-Signature:');
  const { email, attempts } = await setup.stateOf(id);
  expect(email).toMatchObject({ status: 'SENT', attempts: 1 });
  expect(attempts).toMatchObject([
    { relay: `${ownHosts[0]}:${setup.own.port}`, outcome: 'ACCEPTED', tls_verified: true },
  ]);
});

test('a changed provider holds for the next mail, and so does the way back to the instance', async () => {
  const second = await startOwnServer();
  const setup = await ownProviderSetup({}, [second]);
  setup.work();
  const send = async (recipient: string): Promise<void> => {
    await setup.mails(1, { recipient });
    await setup.idle();
  };

  await send('one@example.com');
  await setup.put();
  await send('two@example.com');
  await setup.put(setup.smtpBody({ host: ownHosts[1], port: second.port }));
  await send('three@example.com');
  await setup.put({ type: 'instance' });
  await send('four@example.com');

  const recipients = [setup.relay, setup.own, second].map(({ received }) => received.flatMap(({ to }) => to));
  expect(recipients).toEqual([['one@example.com', 'four@example.com'], ['two@example.com'], ['three@example.com']]);
});

test('test mail goes to the inbox, whatever the provider', async () => {
  const setup = await ownProviderSetup();
  await setup.put();
  const [id = ''] = await setup.mails(1, { isTest: true });
  setup.work();

  await setup.idle();

  expect(await setup.rows('select id from inbox_messages')).toHaveLength(1);
  expect([setup.own.connections, setup.relay.connections]).toEqual([0, 0]);
  expect((await setup.stateOf(id)).email.status).not.toBe('QUEUED');
});

test('a provider that never answers costs a neighbour nothing, has one session, and its mail waits for it', async () => {
  const setup = await ownProviderSetup();
  const neighbour = await setup.neighbour('other.example');
  setup.own.script = { greeting: 'stall' };
  await setup.put();
  // More than a worker has sessions, due before anything of the neighbour.
  const waiting = await setup.mails(60, (index) => ({ recipient: `own-${index}@example.com`, dueSeconds: -60 }));
  setup.work();
  await until(() => setup.own.connections > 0);
  await givenMails(setup.client, neighbour.id, 40, { domain: 'other.example' });

  expect(await until(() => setup.relay.received.length === 40)).toBe(true);

  // Not the number of connections: on a slow machine the wait for a greeting ends, and another one begins.
  expect(setup.own.maxOpen).toBe(1);
  const states = 'select count(*)::int as count from emails where id = any($1) and status = $2';
  expect(await setup.rows(states, [waiting, 'QUEUED'])).toEqual([{ count: 60 }]);
  expect(new Set(setup.relay.received.map(({ from }) => from.split('@').at(-1)))).toEqual(new Set(['other.example']));
  setup.own.cut(); // so that the worker can stop
}, 150_000);

test('mail that a provider did not take is tried again as with relays of the instance, and arrives when it is back', async () => {
  const setup = await ownProviderSetup();
  const { script } = setup.own;
  setup.own.script = { ...script, auth: '535 5.7.8 no' };
  await setup.put();
  const [id = ''] = await setup.mails(1);
  setup.work();

  await setup.until(id, ({ delivery }) => expect(delivery).toMatchObject({ attempt: 1, phase: null }));
  const { email, delivery, attempts } = await setup.stateOf(id);
  expect(email.status).toBe('QUEUED');
  expect(Number(delivery.wait)).toBeGreaterThan(30);
  expect(attempts).toMatchObject([{ outcome: 'DEFERRED', reason_class: 'relay', smtp_code: 535 }]);

  setup.own.script = script;
  await setup.due(id);
  await setup.idle();
  expect(setup.own.received).toHaveLength(1);
  expect((await setup.stateOf(id)).email).toMatchObject({ status: 'SENT', attempts: 2 });
});

test('a provider in trouble is passed over, and nothing of the project leaves by the relays of the instance', async () => {
  const setup = await ownProviderSetup();
  setup.own.script = { greeting: '421 4.3.2 closed' };
  await setup.put();
  const ids = await setup.mails(8);
  setup.work();
  const tried = async (): Promise<number> =>
    (await setup.rows('select from delivery_attempts where project_id = $1', [setup.project.id])).length;
  await until(async () => (await tried()) >= 3);

  for (const id of ids) await setup.due(id);
  const claimedAgain = "select from deliveries where due_at > now() + interval '15 seconds'";
  await until(async () => (await setup.rows(claimedAgain)).length === 8);

  expect(await tried()).toBe(3);
  expect(setup.relay.connections).toBe(0);
});

test('an answer that is lost after the dot is a doubt, as with relays of the instance', async () => {
  const setup = await ownProviderSetup();
  setup.own.script = { ...setup.own.script, dot: 'keep-and-close' };
  await setup.put();
  const [id = ''] = await setup.mails(1);
  setup.work();

  await setup.until(id, ({ delivery }) => expect(delivery).toMatchObject({ phase: 'UNKNOWN', attempt: 1 }));
  expect(Number((await setup.stateOf(id)).delivery.wait)).toBeGreaterThan(200);
});

test('a name that leads elsewhere after it was saved is not connected to', async () => {
  const setup = await ownProviderSetup();
  let connections = 0;
  const inside = createServer((socket) => {
    connections += 1;
    socket.destroy();
  }).listen(setup.own.port, '127.0.0.2');
  onTestFinished(() => void inside.close());
  expect((await setup.put()).status).toBe(200);
  setup.zone.set(ownHosts[0], 'A', ['127.0.0.2']);
  const [id = ''] = await setup.mails(1);
  setup.work();

  await setup.until(id, ({ attempts }) => expect(attempts).toHaveLength(1));

  const { attempts } = await setup.stateOf(id);
  expect(attempts).toMatchObject([
    { outcome: 'DEFERRED', reason_class: 'relay', reply: 'The host has an address that may not be called.' },
  ]);
  expect([connections, setup.own.connections]).toEqual([0, 0]);
});

test('a certificate of another name is not trusted, and no password is sent', async () => {
  const setup = await ownProviderSetup();
  setup.zone.set('wrong.example.com', 'A', ['127.0.0.1']);
  await setup.put(setup.smtpBody({ host: 'wrong.example.com' }));
  const [id = ''] = await setup.mails(1);
  setup.work();

  await setup.until(id, ({ attempts }) => expect(attempts).toMatchObject([{ outcome: 'DEFERRED' }]));

  expect(setup.own.commands).toEqual([]);
});

test('with STARTTLS the password is sent over TLS, and to a server that does not offer it not at all', async () => {
  const logins: string[] = [];
  const server = new SMTPServer({
    ...{ ...ownCertificate, logger: false },
    onAuth({ username, password }, { secure }, done) {
      logins.push(`${secure ? 'secure' : 'clear'} ${username}:${password}`);
      done(null, { user: username });
    },
    onData: (stream, _session, done) => void stream.resume().on('end', () => done()),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)));
  const { port } = server.server.address() as AddressInfo; // it listens on TCP
  const plain = await startScriptedSmtp();
  const setup = await ownProviderSetup({}, [plain, { port, close: async () => {} }]);
  setup.work();

  await setup.put(setup.smtpBody({ port, security: 'starttls' }));
  const [sent = ''] = await setup.mails(1);
  await setup.idle();
  await setup.put(setup.smtpBody({ port: plain.port, security: 'starttls' }));
  const [waiting = ''] = await setup.mails(1);
  await setup.until(waiting, ({ attempts }) => expect(attempts).toMatchObject([{ outcome: 'DEFERRED' }]));

  expect((await setup.stateOf(sent)).email.status).toBe('SENT');
  expect(logins).toEqual(['secure acme:open sesame']);
  expect(plain.commands.filter((line) => !/^(EHLO|STARTTLS|QUIT)/.test(line))).toEqual([]);
});

test('Amazon SES of a project takes its mail with its credentials and its configuration set', async () => {
  const ses = await startFakeSes(ownCertificate);
  onTestFinished(() => ses.close());
  vi.stubEnv('AWS_ENDPOINT_URL_SESV2', ses.endpoint);
  onTestFinished(() => void vi.unstubAllEnvs());
  const setup = await ownProviderSetup();
  const body = { type: 'ses', region: 'eu-west-1', accessKeyId: 'AKIAOWN', secretAccessKey: 'own-secret' };
  expect((await setup.put({ ...body, configurationSet: 'acme' })).status).toBe(200);
  const [id = ''] = await setup.mails(1, { recipient: 'own@example.com' });
  setup.work();

  await setup.idle();

  expect(ses.calls).toMatchObject([
    { to: ['own@example.com'], configurationSet: 'acme', tags: { project: setup.project.id, email: id, attempt: '1' } },
  ]);
  expect(ses.calls[0]?.authorization).toContain('Credential=AKIAOWN/');
  expect(setup.relay.connections).toBe(0);
  expect((await setup.stateOf(id)).attempts).toMatchObject([{ relay: 'own-ses:eu-west-1', outcome: 'ACCEPTED' }]);
});

test('a secret that no key of the instance opens keeps the mail waiting', async () => {
  const setup = await ownProviderSetup();
  await setup.put();
  await setup.rows(`update own_providers set secret = 'v2-none.AAAA.AAAA.AAAA'`);
  const [id = ''] = await setup.mails(1);
  setup.work();

  await setup.until(id, ({ delivery }) => expect(Number(delivery.wait)).toBeGreaterThan(5));

  expect((await setup.stateOf(id)).email).toMatchObject({ status: 'QUEUED', attempts: 0 });
  expect([setup.own.connections, setup.relay.connections]).toEqual([0, 0]);
});
