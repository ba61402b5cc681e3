import { expect, onTestFinished, test } from 'vitest';
import { type SmtpScript, startScriptedSmtp } from '#testing/scripted-smtp';
import { handOver, outgoing, readySession, testMessage, transportSuite } from '#testing/transport-suite';
import { smtpRelay } from './smtp-relay.ts';
import { smtpTransport } from './smtp-transport.ts';

const timeouts = { connectMs: 1_000, greetingMs: 1_000, stepMs: 1_000, answerMs: 3_000, idleMs: 10_000 };

async function scripted(script: SmtpScript = {}) {
  const server = await startScriptedSmtp(script);
  const transport = smtpTransport(smtpRelay(server.url), { timeouts });
  onTestFinished(async () => {
    await transport.close();
    await server.close();
  });
  return { server, transport };
}

transportSuite('an SMTP relay', async () => {
  const server = await startScriptedSmtp();
  const transport = smtpTransport(smtpRelay(server.url), { timeouts });
  const scripts: Record<string, SmtpScript> = {
    accepts: {},
    'refuses for now': { dot: '451 4.3.0 Later' },
    'refuses for good': { rcpt: '550 5.7.1 Not you' },
    'refuses the address': { rcpt: '550 5.1.1 Nobody' },
    'takes it and says nothing': { dot: 'keep-and-close' },
    'answers late': { dot: { afterMs: 400, reply: '250 2.0.0 Ok' } },
  };
  return {
    transport,
    received: async () => server.received.map(({ from, to, message }) => ({ from, to: to.join(), message })),
    behave: (how) => {
      server.script = scripts[how] ?? {};
    },
    cut: () => server.cut(),
    vanish: () => server.close(),
    async close() {
      await transport.close();
      await server.close().catch(() => {});
    },
  };
});

const stages = ['mail', 'rcpt', 'data', 'dot'] as const;

test.each(stages)('a 4xx at %s defers, and the message is not with the server (F11, F12)', async (stage) => {
  for (const reply of ['451 4.3.0 Later', '452 4.2.2 Full', '421 4.3.2 Going down']) {
    const { server, transport } = await scripted({ [stage]: reply });

    expect((await handOver(transport)).outcome).toMatchObject({ kind: 'deferred', reason: reply });
    expect(server.received).toEqual([]);
  }
});

test.each(stages)('a 5xx at %s rejects, and its class decides about suppression (F13)', async (stage) => {
  const { transport, server } = await scripted({ [stage]: '550 5.7.515 Not authenticated' });

  expect((await handOver(transport)).outcome).toMatchObject({ kind: 'rejected', bounce: 'policy', suppresses: false });
  server.script = { [stage]: '550 5.1.1 Nobody of that name' };
  expect((await handOver(transport)).outcome).toMatchObject({ kind: 'rejected', bounce: 'address', suppresses: true });
});

test('a refusal at the greeting or sign-in says nothing about the mail', async () => {
  for (const script of [{ greeting: '554 5.7.1 Blocked' }, { mail: '530 5.7.0 Authenticate first' }]) {
    const { transport } = await scripted(script);

    expect((await handOver(transport)).outcome).toMatchObject({ kind: 'deferred', about: 'relay' });
  }
});

test.each(['greeting', 'ehlo', 'mail', 'rcpt', 'data', 'body'] as const)(
  'a server that stalls or hangs up at %s is abandoned, without doubt (F10)',
  async (stage) => {
    for (const act of ['stall', 'close', 'reset'] as const) {
      const { transport, server } = await scripted({ [stage]: act });
      const began = performance.now();
      const opening = await transport.open(outgoing({ message: testMessage('x'.repeat(900)) }));
      // A stall in the body is only noticed when the reply to the dot is missing.
      if (opening.kind === 'ready') {
        opening.session.abandon();
        continue;
      }

      expect(opening.outcome).toMatchObject({ kind: 'deferred', about: 'relay' });
      expect(performance.now() - began).toBeLessThan(4_000);
      expect(server.received).toEqual([]);
    }
  },
);

test('the reply to the dot may take longer than any command, then it is doubt (F14, F15)', async () => {
  const { transport, server } = await scripted({ dot: { afterMs: 1_500, reply: '250 late' } });
  expect((await handOver(transport)).outcome.kind).toBe('accepted');

  server.script = { dot: 'stall' };
  const began = performance.now();
  expect((await handOver(transport)).outcome.kind).toBe('unknown');
  expect(performance.now() - began).toBeGreaterThan(2_900);
});

test('an unreadable reply to the dot is doubt', async () => {
  const { transport } = await scripted({ dot: 'certainly, sir' });

  expect((await handOver(transport)).outcome.kind).toBe('unknown');
});

test('a reply that comes before the dot is no reply to it', async () => {
  const { transport, server } = await scripted({ body: '250 2.0.0 Ok: queued as LIE' });

  const session = readySession(await transport.open(outgoing()));
  await new Promise((resolve) => setTimeout(resolve, 50));

  expect(session.isLive).toBe(false);
  expect(await session.release()).toMatchObject({ outcome: { kind: 'deferred', about: 'relay' }, wasSent: false });
  expect(server.received).toEqual([]);
});

test('a 421 while the message waits at the gate is noticed before the dot', async () => {
  const { transport, server } = await scripted({ body: { afterMs: 50, reply: '421 4.3.2 Going down' } });
  const opening = await transport.open(outgoing());
  await new Promise((resolve) => setTimeout(resolve, 150));

  const result = opening.kind === 'ready' ? await opening.session.release() : opening;
  expect(result.outcome).toMatchObject({ kind: 'deferred' });
  expect(server.received).toEqual([]);
});

test('links are reused, and RSET clears a refused transaction', async () => {
  const { transport, server } = await scripted();
  for (let count = 0; count < 5; count += 1) await handOver(transport);
  server.script = { rcpt: '550 5.1.1 Nobody' };
  await handOver(transport);
  await new Promise((resolve) => setTimeout(resolve, 50));
  server.script = {};
  await handOver(transport);

  expect(server.connections).toBe(1);
  expect(server.commands.filter((line) => line === 'RSET')).toHaveLength(1);
  expect(server.received).toHaveLength(6);
});

test('a pooled link that the server has closed is noticed before the dot: a new link, one copy (F17)', async () => {
  const { transport, server } = await scripted();
  server.closesAfter = 2;
  for (let count = 0; count < 7; count += 1) {
    expect((await handOver(transport)).outcome.kind).toBe('accepted');
    if (count === 4) server.cut();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }

  expect(server.received).toHaveLength(7);
  expect(server.connections).toBeGreaterThan(2);
});

test('an endless reply closes the link (F16)', async () => {
  const { transport } = await scripted({ ehlo: `250-${'x'.repeat(2_000_000)}` });

  expect((await handOver(transport)).outcome).toMatchObject({ kind: 'deferred', about: 'relay' });
});

test('a message larger than the relay accepts is refused without sending it', async () => {
  const { transport, server } = await scripted({ ehlo: '250-scripted\r\n250 SIZE 1000' });

  const { outcome } = await handOver(transport, outgoing({ message: testMessage('x'.repeat(2_000)) }));
  expect(outcome).toMatchObject({ kind: 'rejected', bounce: 'size', suppresses: false });
  expect(server.received).toEqual([]);
});

test('a large body of dots arrives unchanged, with one MAIL and one RCPT (M15, T15)', async () => {
  const { transport, server } = await scripted();
  const message = Buffer.from(`${testMessage().toString()}${'.\r\n..\r\nline\r\n'.repeat(40_000)}`);

  const session = readySession(await transport.open(outgoing({ message })));
  expect(server.received).toEqual([]);
  await session.release();

  expect(server.received[0]?.message.equals(message)).toBe(true);
  expect(server.commands.filter((line) => /^(MAIL|RCPT)/.test(line))).toEqual([
    `MAIL FROM:<bounce+1@bounce.acme.example> SIZE=${message.length}`,
    'RCPT TO:<ada@example.com>',
  ]);
});

test('the facts of an attempt are kept for its row', async () => {
  const { transport, server } = await scripted();
  const session = readySession(await transport.open(outgoing()));
  await session.release();

  expect(session.facts).toMatchObject({
    relay: `127.0.0.1:${server.port}`,
    remoteAddress: '127.0.0.1',
    tlsVersion: null,
    reply: { code: 250, enhanced: '2.0.0', text: 'Ok: queued as SCRIPTED1' },
    queueId: 'SCRIPTED1',
    connectedAt: expect.any(Date),
    repliedAt: expect.any(Date),
  });
});
