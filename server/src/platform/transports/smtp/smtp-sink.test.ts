import { expect, onTestFinished, test } from 'vitest';
import { startSmtpSink } from '#testing/smtp-sink';
import { handOver, outgoing, readySession, testMessage } from '#testing/transport-suite';
import { smtpRelay } from './smtp-relay.ts';
import { smtpTransport } from './smtp-transport.ts';

async function sink(...options: string[]) {
  const server = await startSmtpSink(options, { keeps: true });
  const transport = smtpTransport(smtpRelay(server.url), { timeouts: { stepMs: 2_000, answerMs: 3_000 } });
  onTestFinished(async () => {
    await transport.close();
    await server.stop();
  });
  return { server, transport };
}

test('smtp-sink receives released messages and no others', async () => {
  const { server, transport } = await sink();
  const abandoned = readySession(await transport.open(outgoing({ message: testMessage('abandoned') })));
  const released = readySession(await transport.open(outgoing({ message: testMessage('released') })));

  abandoned.abandon();
  expect(await released.release()).toMatchObject({ outcome: { kind: 'accepted' } });

  await expect.poll(() => server.messages().filter((text) => text.includes('\nreleased'))).toHaveLength(1);
  expect(server.messages().filter((text) => text.includes('abandoned'))).toEqual([]);
});

test.each([
  ['451 at RCPT (F12)', ['-r', 'RCPT'], 'deferred'],
  ['451 at DATA (F12)', ['-r', 'DATA'], 'deferred'],
  ['451 at the dot (F12)', ['-r', '.'], 'deferred'],
  ['500 at RCPT (F13)', ['-f', 'RCPT'], 'rejected'],
  ['500 at the dot (F13)', ['-f', '.'], 'rejected'],
  ['421 at the dot (F11)', ['-Q', '.'], 'deferred'],
  ['hangs up after the dot (F14)', ['-q', '.'], 'unknown'],
  ['hangs up at RCPT (F10)', ['-q', 'RCPT'], 'deferred'],
  ['without PIPELINING', ['-p'], 'accepted'],
] as const)('smtp-sink: %s', async (_name, options, kind) => {
  const { transport } = await sink(...options);

  expect((await handOver(transport)).outcome.kind).toBe(kind);
});

test('smtp-sink: after the dot a reply may take longer than a command may (F15)', async () => {
  const { transport } = await sink('-W', '.:2.5');

  expect((await handOver(transport)).outcome.kind).toBe('accepted');
});
