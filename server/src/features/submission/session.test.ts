import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { loadConfig } from '#platform/config';
import { instanceContext } from '#platform/context';
import { testApp } from '#testing';
import type { GivenProject } from '#testing/given';
import {
  openSubmissionSetup,
  plainLogIn,
  SmtpSession,
  type SubmissionSetup,
  submissionSettings,
  submit,
} from '#testing/submission-setup';
import { until } from '#testing/until';
import { sharedSubmissions } from './shared-submissions.ts';

const message = 'From: hello@postrider.test\r\nSubject: x\r\n\r\nhello\r\n';

let setup: SubmissionSetup;
let project: GivenProject;
beforeAll(async () => {
  setup = await openSubmissionSetup(inject('templateDatabase'), { SUBMISSION_CONNECTIONS_PER_PROJECT: '3' });
});
afterAll(() => setup.close());
beforeEach(async () => {
  project = await setup.given.project();
  await query("delete from rate_limits where key like 'failed:%'"); // all sessions come from one address
});

const query = (text: string, values: unknown[] = []) => setup.app.services.database.pool.query(text, values);
const emails = async (): Promise<string[]> =>
  (await query('select subject from emails where project_id = $1 order by id', [project.id])).rows.map(
    ({ subject }) => subject,
  );
const loggedIn = (key = project.secretKey) => SmtpSession.loggedIn(setup.tlsPort, key);

test('no key is asked for, and no mail taken, before TLS (D-684)', async () => {
  const session = await SmtpSession.open(setup.port);

  expect(await session.say('EHLO client.example')).not.toContain('AUTH');
  expect(await session.say(`AUTH PLAIN ${plainLogIn(project.secretKey)}`)).toMatch(/^5/);
  expect(await session.say('MAIL FROM:<a@example.com>')).toMatch(/^530 5\.7\.0 Begin TLS/);
  await session.say('STARTTLS');
  await session.startTls();
  expect(await session.say('EHLO client.example')).toContain('AUTH PLAIN LOGIN');
  expect(await session.say('MAIL FROM:<a@example.com>')).toMatch(/^530/);
  expect(await session.say(`AUTH PLAIN ${plainLogIn(project.secretKey)}`)).toMatch(/^235/);
  session.cut();
});

test('commands sent before the TLS handshake have no effect behind it (D-684)', async () => {
  const session = await SmtpSession.open(setup.port);
  await session.say('EHLO client.example');
  const injected = ['EHLO evil.example', `AUTH PLAIN ${plainLogIn(project.secretKey)}`, 'MAIL FROM:<evil@example.com>'];
  session.write(`STARTTLS\r\n${injected.join('\r\n')}\r\n`);
  expect(await session.reply()).toMatch(/^220/);
  await session.startTls();

  expect(await session.say('NOOP')).toMatch(/^250/); // the first reply is to the first command within TLS
  expect(await session.say('RCPT TO:<ada@example.com>')).toMatch(/^5/);
  session.cut();
});

test('a wrong key, a public key and no key are refused, and three of them end the connection (D-684)', async () => {
  const session = await SmtpSession.open(setup.tlsPort, { secure: true });
  await session.say('EHLO client.example');
  const wrong = `${project.secretKey.slice(0, -1)}${project.secretKey.endsWith('x') ? 'y' : 'x'}`;

  expect(await session.say(`AUTH PLAIN ${plainLogIn(project.publicKey)}`)).toMatch(/^535 5\.7\.8 .*secret key/);
  await session.say('AUTH LOGIN');
  await session.say(Buffer.from('user').toString('base64'));
  expect(await session.say(Buffer.from(wrong).toString('base64'))).toMatch(/^535 5\.7\.8/);
  expect(await session.say('MAIL FROM:<a@example.com>')).toMatch(/^530/);
  expect(await session.say(`AUTH PLAIN ${plainLogIn('sk_none')}`)).toMatch(/^421/);
  expect(await until(() => session.isClosed)).toBe(true);
});

test('wrong keys count with those over HTTP: the address has to wait, a right key is still taken (D-684)', async () => {
  const { rows } = await query(
    `insert into rate_limits (key, used, resets_at) values ('failed:127.0.0.1', 100000, now() + interval '1 minute')
     returning key`,
  );
  expect(rows).toHaveLength(1);
  const guess = { port: setup.port, key: 'sk_guess' };

  expect(await submit(guess, { from: 'a@postrider.test', to: 'b@example.com', text: 'x' })).toMatchObject({
    code: 454,
  });
  const session = await loggedIn();
  session.cut();
});

test('a project that is disabled within a session is refused as over HTTP (D-688)', async () => {
  const session = await loggedIn();
  await query(`update projects set disabled_reason = 'MANUAL' where id = $1`, [project.id]);
  await session.beginMail('ada@example.com');

  expect(await session.say(`${message}.`)).toMatch(/^550 5\.7\.1 This project is disabled/);
  session.cut();
  expect(await emails()).toEqual([]);
});

test('a line feed alone neither ends a message nor hides a command in it (D-687)', async () => {
  const session = await loggedIn();
  await session.beginMail('ada@example.com');
  const smuggled = 'MAIL FROM:<evil@example.com>\r\nRCPT TO:<victim@example.com>\r\nDATA\r\nSubject: smuggled\r\n\r\nx';
  for (const end of ['\n.\n', '\n.\r\n', '\r\n.\n', '\r.\r']) session.write(`${message.trimEnd()}${end}${smuggled}`);
  const reply = await session.say('\r\n.');

  expect(reply).toMatch(/^250/);
  expect(await session.say('NOOP')).toMatch(/^250 /);
  session.cut();
  expect(await emails()).toEqual(['x']);
});

test('commands may come at once, and a mail cut off before its dot has no effect (D-689)', async () => {
  const session = await loggedIn();
  const commands = ['MAIL FROM:<a@example.com>', 'RCPT TO:<ada@example.com>', 'RCPT TO:<not an address>', 'DATA'];
  session.write(`${commands.join('\r\n')}\r\n`);
  const codes = [];
  for (const _ of commands) codes.push((await session.reply()).slice(0, 3));
  expect(codes).toEqual(['250', '250', expect.stringMatching(/^5/), '354']);
  session.write(`${message.replace('Subject: x', 'Subject: whole')}\r\n.\r\nMAIL FROM:<a@example.com>\r\n`);
  expect(await session.reply()).toMatch(/^250 2\.0\.0 Accepted as [0-9a-f-]{36}$/);
  expect(await session.reply()).toMatch(/^250/);
  await session.say('RCPT TO:<bob@example.com>');
  await session.say('DATA');
  session.write(message);
  session.cut();

  expect(
    await submit(
      { port: setup.port, key: project.secretKey },
      { raw: message, envelope: { from: 'a@example.com', to: ['c@example.com'] } },
    ),
  ).toMatchObject({ code: 250 });
  expect(await emails()).toEqual(['whole', 'x']);
});

test('recipients beyond a hundred are put off, and so are connections beyond those of a project (D-687)', async () => {
  const open = [await loggedIn(), await loggedIn(), await loggedIn()];
  const [session] = open;
  await session?.say('MAIL FROM:<a@example.com>');
  const codes = [];
  for (let n = 0; n <= 100; n += 1) codes.push((await session?.say(`RCPT TO:<to${n}@example.com>`))?.slice(0, 3));
  expect([codes.filter((code) => code === '250').length, codes.at(-1)]).toEqual([100, '452']);

  await expect(loggedIn()).rejects.toThrow(/^421 4\.7\.0 Too many connections of this project/);
  const neighbour = await setup.given.project();
  (await loggedIn(neighbour.secretKey)).cut();
  open.pop()?.cut();
  expect(
    await until(() =>
      loggedIn()
        .then((one) => one.cut())
        .then(
          () => true,
          () => false,
        ),
    ),
  ).toBe(true);
  for (const one of open) one.cut();
});

test('a client that leaves during its log-in holds no connection of its project (D-687)', async () => {
  const locker = await setup.app.services.database.pool.connect();
  await locker.query('begin');
  await locker.query('lock table api_keys in access exclusive mode');
  const leaving = await Promise.all(Array.from({ length: 3 }, () => SmtpSession.open(setup.tlsPort, { secure: true })));
  for (const session of leaving) {
    await session.say('EHLO client.example');
    session.write(`AUTH PLAIN ${plainLogIn(project.secretKey)}\r\n`);
  }
  const waits = `select 1 from pg_locks where not granted and relation = 'api_keys'::regclass`;
  expect(await until(async () => (await locker.query(waits)).rowCount !== 0)).toBe(true);
  for (const session of leaving) session.cut();
  await locker.query('commit');
  locker.release();

  const allFit = async (): Promise<boolean> => {
    const open = await Promise.allSettled([loggedIn(), loggedIn(), loggedIn()]);
    for (const one of open) if (one.status === 'fulfilled') one.value.cut();
    return open.every(({ status }) => status === 'fulfilled');
  };
  expect(await until(allFit)).toBe(true);
});

test('hostile messages are refused without an effect, and the next one is taken (D-687)', async () => {
  const head = 'From: hello@postrider.test\r\nSubject: hostile\r\nMIME-Version: 1.0\r\n';
  const nested = Array.from(
    { length: 60 },
    (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
  ).join('');
  const hostile: [string, string][] = [
    ['lines', `${head}\r\n${'\r\n'.repeat(900_000)}`],
    ['one line', `${head}\r\n${'y'.repeat(200_000)}`],
    ['parts', `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\nx\r\n'.repeat(6_000)}`],
    ['headers', `${head}${'X-Y: z\r\n'.repeat(60_000)}\r\nx`],
    ['parts within parts', `${head}${nested}Content-Type: text/plain\r\n\r\nx`],
  ];
  const session = await loggedIn();
  for (const [name, text] of hostile) {
    await session.beginMail('ada@example.com');
    session.write(text);
    expect([name, await session.say('\r\n.')]).toEqual([name, expect.stringMatching(/^554 5\.6\.0 /)]);
  }
  await session.beginMail('ada@example.com');
  expect(await session.say(`${message}.`)).toMatch(/^250/);
  session.cut();
  expect(await emails()).toEqual(['x']);
});

test('a message that is too large is refused, announced or not (D-687)', async () => {
  const small = await openSubmissionSetup(inject('templateDatabase'), { MAX_ATTACHMENT_BYTES: '0' });
  try {
    const { secretKey } = await small.given.project();
    const session = await SmtpSession.loggedIn(small.tlsPort, secretKey);
    const greeting = await session.say('EHLO client.example');
    const size = Number(/SIZE (\d+)/.exec(greeting)?.[1]);
    expect(size).toBeGreaterThan(8_000_000);
    expect(await session.say(`MAIL FROM:<a@example.com> SIZE=${size + 1}`)).toMatch(/^552/);
    await session.beginMail('ada@example.com');
    const line = `${'y'.repeat(998)}\r\n`;
    session.write(message + line.repeat(Math.ceil(size / 1_000)));
    expect(await session.say('\r\n.')).toMatch(/^552 5\.3\.4/);
    session.cut();
  } finally {
    await small.close();
  }
});

test('mails of one project that are being received leave half of the memory to others (D-687)', async () => {
  const { services } = setup.app;
  const { budget } = sharedSubmissions(instanceContext(services, services.log));
  const neighbour = await setup.given.project();
  const held = budget.open(project.id);
  expect(held.tryGrow(budget.freeBytes / 2)).toBe(true);
  const reply = async (key: string): Promise<string> => {
    const session = await loggedIn(key);
    await session.beginMail('ada@example.com');
    const text = await session.say(`${message}.`);
    session.cut();
    return text;
  };

  const [own, theirs] = [await reply(project.secretKey), await reply(neighbour.secretKey)];
  held.giveBack();

  expect(own).toMatch(/^451 4\.3\.1/);
  expect(theirs).toMatch(/^250/);
  expect(await reply(project.secretKey)).toMatch(/^250/);
});

test('there is no listener unless a port is set, and none without a certificate except on a loopback address (D-684)', async () => {
  const off = await testApp({});
  expect(off.app.ports).toEqual({});
  const { SUBMISSION_TLS_CERT: _cert, SUBMISSION_TLS_KEY: _key, ...bare } = submissionSettings();
  const required = { DATABASE_URL: setup.databaseUrl, SECRET_KEY: 'x'.repeat(40), BASE_URL: 'http://localhost:8080' };
  const load = (settings: Record<string, string>) => () => loadConfig({ ...required, ...settings });
  expect(load(bare)).toThrow(/SUBMISSION_TLS_CERT/);
  const { SUBMISSION_TLS_PORT: _port, ...one } = bare;
  expect(load(one)).toThrow(/SUBMISSION_TLS_CERT/);
  const onNetwork = { ...one, SUBMISSION_ALLOW_PLAIN: 'true', SUBMISSION_LISTEN: '0.0.0.0' };
  expect(load(onNetwork)).toThrow(/SUBMISSION_LISTEN=127/);
  const plain = await testApp({ ...one, SUBMISSION_ALLOW_PLAIN: 'true' });
  const { secretKey } = await plain.given.project();
  const session = await SmtpSession.open(plain.app.ports.submission ?? 0);
  await session.say('EHLO client.example');
  expect(await session.say(`AUTH PLAIN ${plainLogIn(secretKey)}`)).toMatch(/^235/);
  session.cut();
});
