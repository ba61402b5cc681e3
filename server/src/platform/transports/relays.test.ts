import { expect, onTestFinished, test, vi } from 'vitest';
import { makeLogger } from '#platform/log';
import { startScriptedSmtp } from '#testing/scripted-smtp';
import { consignment, testMessage } from '#testing/transport-suite';
import { makeRelays } from './relays.ts';
import { smtpRelay } from './smtp/smtp-relay.ts';
import { smtpTransport } from './smtp/smtp-transport.ts';

const log = makeLogger({ level: 'silent' });

async function pair() {
  const servers = [await startScriptedSmtp(), await startScriptedSmtp()] as const;
  const transports = servers.map(({ url }) =>
    smtpTransport(smtpRelay(url), { timeouts: { connectMs: 300, greetingMs: 300, stepMs: 300 } }),
  );
  const relays = makeRelays(transports, log, { firstPauseMs: 50 });
  onTestFinished(async () => {
    await relays.close();
    for (const server of servers) await server.close();
  });
  const send = async () => {
    const { message: _bytes, ...rest } = consignment();
    const opened = await relays.open(rest, async () => testMessage());
    if (opened?.opening.kind === 'ready') return (await opened.opening.session.release()).outcome.kind;
    return opened?.opening.outcome.kind ?? 'none';
  };
  return { first: servers[0], second: servers[1], relays, send };
}

test('mail leaves by the first relay while it answers', async () => {
  const { first, second, send } = await pair();
  for (let count = 0; count < 3; count += 1) expect(await send()).toBe('accepted');

  expect([first.received.length, second.received.length]).toEqual([3, 0]);
});

test('F9 a relay that fails before anything was sent gives way to the next, then is passed over until it answers', async () => {
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

test('a refusal of the mail is no failure of the relay', async () => {
  const { first, second, send } = await pair();
  first.script = { rcpt: '550 5.1.1 Nobody' };
  for (let count = 0; count < 5; count += 1) expect(await send()).toBe('rejected');

  expect(second.commands).toEqual([]);
});

test('when all are down nothing is tried, and waiting ends when one is back', async () => {
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
