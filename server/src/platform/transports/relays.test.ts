import { expect, onTestFinished, test, vi } from 'vitest';
import { makeLogger } from '#platform/log';
import { selfSigned } from '#testing/certificates';
import { startDeafListener } from '#testing/deaf-listener';
import { type SesRefusal, startFakeSes } from '#testing/fake-ses';
import { type ScriptedSmtp, startScriptedSmtp } from '#testing/scripted-smtp';
import { outgoing, testMessage } from '#testing/transport-suite';
import { noFacts } from './outcome.ts';
import { makeRelays } from './relays.ts';
import { sesTransport } from './ses/ses-transport.ts';
import { smtpRelay } from './smtp/smtp-relay.ts';
import { smtpTransport } from './smtp/smtp-transport.ts';
import type { Transport } from './transport.ts';

const log = makeLogger({ level: 'silent' });

const smtpTo = ({ url }: ScriptedSmtp) =>
  smtpTransport(smtpRelay(url), { timeouts: { connectMs: 1_000, greetingMs: 1_000, stepMs: 1_000 } });

/** Relays in this order, and functions that hand one mail over to them. */
function relaysOf(transports: readonly Transport[]) {
  const relays = makeRelays(transports, log, { firstPauseMs: 50 });
  onTestFinished(() => relays.close());
  const handOver = async () => {
    const { message: _bytes, ...rest } = outgoing();
    const opened = await relays.open(rest, async () => testMessage());
    if (opened?.opening.kind === 'ready') return opened.opening.session.release();
    return { outcome: opened?.opening.outcome ?? { kind: 'none' }, wasSent: false };
  };
  return { relays, handOver, send: async () => (await handOver()).outcome.kind };
}

async function smtp() {
  const server = await startScriptedSmtp();
  onTestFinished(() => server.close());
  return server;
}

async function pair() {
  const [first, second] = [await smtp(), await smtp()];
  return { first, second, ...relaysOf([smtpTo(first), smtpTo(second)]) };
}

/** Amazon SES first and an SMTP relay behind it. */
async function sesAndSmtp(endpoint?: string) {
  const ses = await startFakeSes(selfSigned());
  onTestFinished(() => ses.close());
  const second = await smtp();
  const setting = {
    region: 'eu-west-1',
    configurationSet: null,
    credentials: { accessKeyId: 'AKIATEST', secretAccessKey: 'secret' },
    ratePerSecond: null,
    endpoint: endpoint ?? ses.endpoint,
    ca: ses.ca,
  };
  const first = sesTransport(setting, { connectMs: 1_000, writeMs: 1_000, answerMs: 1_000 });
  return { ses, second, ...relaysOf([first, smtpTo(second)]) };
}

test('mail is sent through the first relay while it answers', async () => {
  const { first, second, send } = await pair();
  for (let count = 0; count < 3; count += 1) expect(await send()).toBe('accepted');

  expect([first.received.length, second.received.length]).toEqual([3, 0]);
});

test('after a failure before anything was sent the next relay is used, and the failed one is skipped until it answers (F9)', async () => {
  const { first, second, send } = await pair();
  first.script = { greeting: '421 4.3.2 Down' };
  for (let count = 0; count < 5; count += 1) expect(await send()).toBe('accepted');
  expect(second.received).toHaveLength(5);

  const tried = first.connections;
  await send();
  expect(first.connections - tried).toBeLessThanOrEqual(1); // a check at most, no mail

  first.script = {};
  await vi.waitFor(
    async () => {
      await send();
      expect(first.received.length).toBeGreaterThan(0);
    },
    { timeout: 5_000 },
  );
});

test('a rejected mail is no failure of the relay', async () => {
  const { first, second, send } = await pair();
  first.script = { rcpt: '550 5.1.1 Nobody' };
  for (let count = 0; count < 5; count += 1) expect(await send()).toBe('rejected');

  expect(second.commands).toEqual([]);
});

test('when all relays are down nothing is tried, and waiting ends when one is back', async () => {
  const { first, second, relays, send } = await pair();
  first.script = { greeting: 'close' };
  second.script = { greeting: 'close' };
  for (let count = 0; count < 3; count += 1) expect(await send()).toBe('deferred');

  expect(relays.first).toBeNull();
  expect(await send()).toBe('none');
  expect(await relays.whenOpen(20)).toBe(false);

  second.script = {};
  expect(await relays.whenOpen(5_000)).toBe(true);
  expect(await send()).toBe('accepted');
});

test('when Amazon SES is unreachable the next relay is used, from the first mail on (F9)', async () => {
  const deaf = await startDeafListener();
  onTestFinished(() => deaf.close());
  const { second, send } = await sesAndSmtp(`https://127.0.0.1:${deaf.port}`);
  for (let count = 0; count < 5; count += 1) expect(await send()).toBe('accepted');

  expect(second.received).toHaveLength(5);
});

const refusals: [name: string, answer: SesRefusal][] = [
  [
    'whose credentials were revoked',
    { status: 403, type: 'UnrecognizedClientException', message: 'The token is invalid' },
  ],
  ['that is throttled', { status: 429, type: 'TooManyRequestsException', message: 'Maximum sending rate exceeded.' }],
  ['whose account is paused', { status: 400, type: 'SendingPausedException', message: 'paused' }],
];

test.each(refusals)(
  'an Amazon SES %s is skipped after three refusals until a check passes (F9)',
  async (_name, answer) => {
    const { ses, second, send } = await sesAndSmtp();
    ses.answer = answer;
    ses.accountAnswer = answer;
    for (let count = 0; count < 3; count += 1) expect(await send()).toBe('deferred');
    for (let count = 0; count < 5; count += 1) expect(await send()).toBe('accepted');
    expect(second.received).toHaveLength(5);

    ses.answer = 'ok';
    ses.accountAnswer = null;
    await vi.waitFor(
      async () => {
        await send();
        expect(ses.calls.length).toBeGreaterThan(0);
      },
      { timeout: 5_000 },
    );
  },
);

test('a relay whose checks pass and whose mail fails is skipped at its next failure, and for longer', async () => {
  const { ses, second, send } = await sesAndSmtp();
  ses.answer = { status: 403, type: 'AccessDeniedException', message: 'not authorized to perform ses:SendEmail' };
  const outcomes: string[] = [];
  const end = performance.now() + 1_500;
  while (performance.now() < end) outcomes.push(await send());

  const refused = outcomes.filter((kind) => kind === 'deferred').length;
  expect(refused).toBeLessThanOrEqual(3 + 6); // pauses of 50, 100, 200, 400, 800 ms: one mail after each
  expect(second.received.length).toBe(outcomes.length - refused);
});

test('a relay whose replies are lost is skipped, so that not the whole queue ends in doubt', async () => {
  const { ses, second, send } = await sesAndSmtp();
  ses.answer = { status: 500, type: 'InternalFailure', message: 'oops' };
  ses.accountAnswer = { status: 500, type: 'InternalFailure', message: 'oops' };
  for (let count = 0; count < 3; count += 1) expect(await send()).toBe('unknown');
  for (let count = 0; count < 5; count += 1) expect(await send()).toBe('accepted');

  expect(second.received).toHaveLength(5);
});

test("a refusal of one mail or one sender's domain is no failure of the relay", async () => {
  const { ses, second, send } = await sesAndSmtp();
  ses.answer = { status: 400, type: 'MailFromDomainNotVerifiedException', message: 'acme.example' };
  for (let count = 0; count < 5; count += 1) expect(await send()).toBe('deferred');
  ses.answer = { status: 400, type: 'MessageRejected', message: 'Email address is not verified.' };
  for (let count = 0; count < 5; count += 1) expect(await send()).toBe('rejected');

  expect(second.commands).toEqual([]);
});

test('without a connection nothing is in doubt, whatever a transport returns', async () => {
  const session = {
    facts: noFacts('odd'),
    isLive: true,
    abandon: () => {},
    release: async () => ({ outcome: { kind: 'unknown', reason: 'odd' }, wasSent: true }) as const,
  };
  const odd: Transport = {
    name: 'odd',
    signs: true,
    isLocal: false,
    ratePerSecond: null,
    open: async () => ({ kind: 'ready', session }),
    check: async () => ({ isWell: true }),
    close: async () => {},
  };

  expect(await relaysOf([odd]).handOver()).toMatchObject({
    outcome: { kind: 'deferred', about: 'relay', reason: 'odd' },
    wasSent: false,
  });
});
