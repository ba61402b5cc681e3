import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connectionsByAddress } from '#platform/smtp';
import { selfSigned } from '#testing/certificates';
import { type InboundSetup, inboundSetup } from '#testing/inbound-setup';
import { SmtpSession } from '#testing/submission-setup';
import { until } from '#testing/until';

const mail = 'From: ada@example.com\r\nSubject: x\r\n\r\nhello\r\n';
const mailbox = { from: 'ada@example.com', to: 'help@acme.example' };

const events = (setup: InboundSetup) => setup.rows(`select 1 from events where name = 'email.received'`);

/** Sends lines one after the other, each after the reply to the one before; returns the codes. */
async function talk(port: number, lines: readonly string[]): Promise<{ codes: string[]; cut(): void }> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  const codes: string[] = [];
  for (const line of ['', ...lines]) {
    if (line !== '') socket.write(line);
    if (line.endsWith('\n') || line === '') codes.push(String((await once(socket, 'data'))[0]).slice(0, 3));
  }
  return { codes, cut: () => socket.destroy() };
}

test('a mail that is cut off before its final dot has no effect', async () => {
  const setup = await inboundSetup();
  const { codes, cut } = await talk(setup.port, [
    'EHLO mx.example.net\r\n',
    'MAIL FROM:<ada@example.com>\r\n',
    'RCPT TO:<help@acme.example>\r\n',
    'DATA\r\n',
    mail.trimEnd(),
  ]);
  cut();
  await new Promise((resolve) => setTimeout(resolve, 300));

  expect(codes.at(-1)).toBe('354');
  expect(await events(setup)).toEqual([]);
  expect(await setup.deliver(mail, mailbox)).toMatchObject({ code: 250 });
});

test('the reply is 451 while the database cannot store it, and the mail counts once it can (P14)', async () => {
  const setup = await inboundSetup();
  await setup.rows('alter table received_mails rename to received_mails_away');
  expect(await setup.deliver(mail, mailbox)).toMatchObject({ code: 451 });
  await setup.rows('alter table received_mails_away rename to received_mails');

  expect(await setup.deliver(mail, mailbox)).toMatchObject({ code: 250 });
  expect(await events(setup)).toHaveLength(1);
});

test('250 is sent only after the commit', async () => {
  const setup = await inboundSetup();
  await setup.client.query('begin');
  await setup.client.query('lock table received_mails in access exclusive mode');
  let isAnswered = false;
  const delivery = setup.deliver(mail, mailbox).then((answer) => {
    isAnswered = true;
    return answer;
  });
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(isAnswered).toBe(false);
  await setup.client.query('commit');

  expect(await delivery).toMatchObject({ code: 250 });
  expect(await events(setup)).toHaveLength(1);
});

test('a mail that is too large is refused, with its size announced or not', async () => {
  const setup = await inboundSetup({ INBOUND_MAX_BYTES: '65536' });
  const large = mail + 'x'.repeat(70).concat('\r\n').repeat(1_500);
  const said = await talk(setup.port, ['EHLO x\r\n', 'MAIL FROM:<ada@example.com> SIZE=100000\r\n']);
  said.cut();

  expect(said.codes.at(-1)).toBe('552');
  expect(await setup.deliver(large, mailbox)).toMatchObject({ code: 552 });
  expect(await events(setup)).toEqual([]);
  // A client that does not stop is disconnected.
  expect((await setup.deliver(mail + 'y'.repeat(3_000_000), mailbox)).code).not.toBe(250);
  expect(await setup.deliver(mail, mailbox)).toMatchObject({ code: 250 });
});

test('STARTTLS is offered with a certificate, and not without', async () => {
  const { cert, key } = selfSigned([`DNS:in.postrider.example`]);
  const secured = await inboundSetup({ INBOUND_TLS_CERT: cert, INBOUND_TLS_KEY: key });
  expect(await secured.deliver(mail, { ...mailbox, secure: true })).toMatchObject({ code: 250 });
  expect(await secured.deliver(`X: 1\r\n${mail}`, mailbox)).toMatchObject({ code: 250 });

  const plain = await inboundSetup();
  expect((await plain.deliver(mail, { ...mailbox, secure: true })).code).not.toBe(250);
});

test('more mails a minute than an address may send are deferred; log-in is refused', async () => {
  const setup = await inboundSetup({ INBOUND_RATE_PER_ADDRESS: '3' });
  const codes: number[] = [];
  for (let n = 0; n < 5; n += 1) codes.push((await setup.deliver(`X-N: ${n}\r\n${mail}`, mailbox)).code);

  expect(codes).toEqual([250, 250, 250, 450, 450]);
  const { codes: replies, cut } = await talk(setup.port, ['EHLO x\r\n', 'AUTH PLAIN AGEAYg==\r\n']);
  cut();
  expect(replies.at(-1)).toMatch(/^5/);
});

test('a client that tries addresses at random is disconnected', async () => {
  const setup = await inboundSetup();
  const { codes, cut } = await talk(setup.port, [
    'EHLO x\r\n',
    'MAIL FROM:<a@example.com>\r\n',
    ...Array.from({ length: 21 }, (_, n) => `RCPT TO:<a${n}@nowhere.example>\r\n`),
  ]);
  cut();

  expect(codes.slice(3)).toEqual([...Array(20).fill('550'), '421']);
});

test('connections and recipients are limited', async () => {
  const setup = await inboundSetup({ INBOUND_MAX_CONNECTIONS: '2' });
  const first = await talk(setup.port, []);
  const second = await talk(setup.port, []);
  const third = await talk(setup.port, []);
  expect([first, second, third].map(({ codes }) => codes[0])).toEqual(['220', '220', '421']);
  for (const { cut } of [first, second, third]) cut();

  await vi.waitFor(
    async () => {
      const { codes, cut } = await talk(setup.port, []);
      cut();
      expect(codes).toEqual(['220']);
    },
    { timeout: 10_000 },
  );
  await new Promise((resolve) => setTimeout(resolve, 200));
  const { codes, cut } = await talk(setup.port, [
    'EHLO x\r\n',
    'MAIL FROM:<a@example.com>\r\n',
    ...Array.from({ length: 60 }, (_, n) => `RCPT TO:<help${n}@acme.example>\r\n`),
  ]);
  cut();
  expect(codes.filter((code) => code === '250')).toHaveLength(2 + 50);
  expect(codes.at(-1)).toBe('452');
}, 40_000);

test('there is no listener unless a port is set', async () => {
  const setup = await inboundSetup();
  expect(setup.port).toBeGreaterThan(0);
  await expect(inboundSetup({ INBOUND_PORT: '' }).then(({ port }) => port)).resolves.toBe(0);
});

test('one address has a limited number of connections at once', async () => {
  const setup = await inboundSetup({ INBOUND_CONNECTIONS_PER_ADDRESS: '3' });
  const greeted = async () => (await talk(setup.port, [])).codes[0];

  const open = [await talk(setup.port, []), await talk(setup.port, []), await talk(setup.port, [])];
  expect(open.map(({ codes }) => codes[0])).toEqual(['220', '220', '220']);
  expect(await greeted()).toBe('421');
  open[0]?.cut();
  await vi.waitFor(async () => expect(await greeted()).toBe('220'), { timeout: 5_000, interval: 200 });
});

test('connections are counted by the network of an IPv6 address, and closed after their time', async () => {
  const connections = connectionsByAddress(0.05);
  const disconnected: string[] = [];
  const session = (id: string, remoteAddress: string) => ({ id, remoteAddress });
  const opens = (id: string, address: string) => connections.open(session(id, address), 2, () => disconnected.push(id));

  expect(['1', '2', '3'].map((n) => opens(n, `2001:db8::${n}`))).toEqual([true, true, false]);
  expect(opens('4', '2001:db8:0:1::1')).toBe(true);
  connections.close(session('3', '2001:db8::3')); // refused: frees nothing
  expect(opens('5', '2001:db8::5')).toBe(false);
  connections.close(session('1', '2001:db8::1'));
  expect(opens('6', '2001:db8::6')).toBe(true);

  await vi.waitFor(() => expect(disconnected).toEqual(expect.arrayContaining(['2', '4', '6'])), { timeout: 10_000 });
  expect(disconnected).not.toContain('1');
});

test('a client that only keeps the connection open is disconnected after the time that one may last', async () => {
  const setup = await inboundSetup({ INBOUND_CONNECTION_SECONDS: '10' });
  const socket = connect(setup.port, '127.0.0.1').resume();
  const talking = setInterval(() => socket.write('NOOP\r\n'), 2_000);
  onTestFinished(() => {
    clearInterval(talking);
    socket.destroy();
  });
  const startedAt = performance.now();
  let lastedMs = 0;
  socket.on('close', () => {
    lastedMs = performance.now() - startedAt;
  });

  await vi.waitFor(() => expect(lastedMs).toBeGreaterThan(9_000), { timeout: 20_000, interval: 100 });
});

test('a connection whose time is over while a mail is being stored closes after the reply (P14)', async () => {
  const lifeSeconds = 4_321; // no other timer lasts as long
  const timers = vi.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => timers.mockRestore());
  const setup = await inboundSetup({ INBOUND_CONNECTION_SECONDS: String(lifeSeconds) });
  const session = await SmtpSession.open(setup.port);
  const [endLife] = timers.mock.calls.find(([, ms]) => ms === lifeSeconds * 1_000) ?? [];
  const locker = await setup.app.app.services.database.pool.connect();
  await locker.query('begin');
  await locker.query('lock table received_mails in access exclusive mode');
  await session.say('EHLO mx.example.net');
  await session.say('MAIL FROM:<ada@example.com>');
  await session.say('RCPT TO:<help@acme.example>');
  expect(await session.say('DATA')).toMatch(/^354/);
  session.write(`${mail}.\r\n`);
  const waits = `select 1 from pg_locks where not granted and relation = 'received_mails'::regclass`;
  expect(await until(async () => (await locker.query(waits)).rowCount !== 0)).toBe(true);

  (endLife as () => void)(); // as the clock would
  await new Promise((resolve) => setImmediate(resolve));
  await locker.query('commit');
  locker.release();

  expect(await session.reply()).toMatch(/^250/);
  expect(await session.reply()).toBe('');
  expect(session.isClosed).toBe(true);
  expect(await events(setup)).toHaveLength(1);
});
