import { expect, onTestFinished, test } from 'vitest';
import { startSmtpSink } from '#testing/smtp-sink';
import { consignment, handOver, readySession, testMessage } from '#testing/transport-suite';
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

test('smtp-sink takes what is released and nothing else', async () => {
  const { server, transport } = await sink();
  const abandoned = readySession(await transport.open(consignment({ message: testMessage('abandoned') })));
  const released = readySession(await transport.open(consignment({ message: testMessage('released') })));

  abandoned.abandon();
  expect(await released.release()).toMatchObject({ outcome: { kind: 'accepted' } });

  await expect.poll(() => server.messages().filter((text) => text.includes('\nreleased'))).toHaveLength(1);
  expect(server.messages().filter((text) => text.includes('abandoned'))).toEqual([]);
});

test.each([
  ['F12 451 at RCPT', ['-r', 'RCPT'], 'deferred'],
  ['F12 451 at DATA', ['-r', 'DATA'], 'deferred'],
  ['F12 451 at the dot', ['-r', '.'], 'deferred'],
  ['F13 500 at RCPT', ['-f', 'RCPT'], 'rejected'],
  ['F13 500 at the dot', ['-f', '.'], 'rejected'],
  ['F11 421 at the dot', ['-Q', '.'], 'deferred'],
  ['F14 hangs up after the dot', ['-q', '.'], 'unknown'],
  ['F10 hangs up at RCPT', ['-q', 'RCPT'], 'deferred'],
  ['without PIPELINING', ['-p'], 'accepted'],
] as const)('smtp-sink: %s', async (_name, options, kind) => {
  const { transport } = await sink(...options);

  expect((await handOver(transport)).outcome.kind).toBe(kind);
});

test('F15 smtp-sink: a reply that takes longer than a command may is waited for after the dot', async () => {
  const { transport } = await sink('-W', '.:2.5');

  expect((await handOver(transport)).outcome.kind).toBe('accepted');
});
