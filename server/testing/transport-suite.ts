import { randomUUIDv7 } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { OpenResult, OutgoingMessage, Session, Transport } from '../src/platform/transports/index.ts';

/** The remote side of a transport, as the suite controls it. */
export interface TransportBench {
  readonly transport: Transport;
  /** The messages that arrived completely and were accepted. */
  received(): Promise<{ from: string; to: string; message: Buffer }[]>;
  /** How the remote side handles the next messages. */
  behave(
    how:
      | 'accepts'
      | 'refuses for now'
      | 'refuses for good'
      | 'refuses the address'
      | 'takes it and says nothing'
      | 'answers late',
  ): void;
  /** Closes every open connection; if there are none, makes the next call fail before it begins. */
  cut(): void;
  /** The remote side stops. */
  vanish(): Promise<void>;
  close(): Promise<void>;
}

export const testMessage = (text = 'Hello'): Buffer =>
  Buffer.from(
    [
      'From: Acme <hello@acme.example>',
      'To: ada@example.com',
      `Subject: ${text}`,
      `Message-ID: <${randomUUIDv7()}@acme.example>`,
      'Date: Sat, 14 Nov 2026 10:00:00 +0000',
      'MIME-Version: 1.0',
      'Content-Type: text/plain',
      '',
      text,
      '.',
      '..dots',
      '',
    ].join('\r\n'),
  );

export function outgoing(change: Partial<OutgoingMessage> = {}): OutgoingMessage {
  return {
    message: testMessage(),
    envelope: { from: 'bounce+1@bounce.acme.example', to: 'ada@example.com' },
    tags: { projectId: randomUUIDv7(), emailId: randomUUIDv7(), attempt: 1 },
    signal: new AbortController().signal,
    ...change,
  };
}

export function readySession(opening: OpenResult): Session {
  if (opening.kind !== 'ready') throw new Error(`not ready: ${JSON.stringify(opening.outcome)}`);
  return opening.session;
}

/** Opens and releases; either may be refused. */
export async function handOver(transport: Transport, given = outgoing()) {
  const opening = await transport.open(given);
  return opening.kind === 'over' ? { outcome: opening.outcome, wasSent: false } : opening.session.release();
}

/** What every transport guarantees. */
export function transportSuite(name: string, start: () => Promise<TransportBench>): void {
  const bench = async (): Promise<TransportBench> => {
    const made = await start();
    onTestFinished(() => made.close());
    return made;
  };

  describe(`${name} as a transport`, () => {
    test('a released message arrives once, byte by byte, for its one recipient', async () => {
      const { transport, received } = await bench();
      const given = outgoing();

      const result = await handOver(transport, given);

      expect(result).toMatchObject({ outcome: { kind: 'accepted' }, wasSent: true });
      expect(await received()).toEqual([{ ...given.envelope, message: given.message }]);
    });

    test('nothing is sent before the release, and an abandoned message is never sent', async () => {
      const { transport, received } = await bench();
      const session = readySession(await transport.open(outgoing()));

      expect(session.isLive).toBe(true);
      expect(await received()).toEqual([]);
      session.abandon();

      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(await received()).toEqual([]);
      expect(await handOver(transport)).toMatchObject({ outcome: { kind: 'accepted' } });
      expect(await received()).toHaveLength(1);
    });

    test('a signal before the release gives the message up', async () => {
      const { transport, received } = await bench();
      const stop = new AbortController();
      const session = readySession(await transport.open(outgoing({ signal: stop.signal })));

      stop.abort('draining');

      expect(await session.release()).toMatchObject({ outcome: { kind: 'deferred' }, wasSent: false });
      expect(await transport.open(outgoing({ signal: stop.signal }))).toMatchObject({ kind: 'over' });
      expect(await received()).toEqual([]);
    });

    test('a refusal for now is deferred, one for good rejected, and the next message still leaves', async () => {
      const { transport, received, behave } = await bench();

      behave('refuses for now');
      expect((await handOver(transport)).outcome).toMatchObject({ kind: 'deferred', reason: expect.any(String) });
      behave('refuses for good');
      expect((await handOver(transport)).outcome).toMatchObject({ kind: 'rejected', suppresses: false });
      behave('refuses the address');
      expect((await handOver(transport)).outcome).toMatchObject({
        kind: 'rejected',
        bounce: 'address',
        suppresses: true,
      });
      behave('accepts');
      expect((await handOver(transport)).outcome).toMatchObject({ kind: 'accepted' });

      expect(await received()).toHaveLength(1);
    });

    test('a connection lost before the release leaves no doubt: the result is that nothing was sent', async () => {
      const { transport, received, cut } = await bench();
      const session = readySession(await transport.open(outgoing()));

      cut();
      await new Promise((resolve) => setTimeout(resolve, 50));

      expect(await session.release()).toMatchObject({ outcome: { kind: 'deferred', about: 'relay' }, wasSent: false });
      expect(await received()).toEqual([]);
    });

    test('a reply that is lost after the release is doubt, never a refusal', async () => {
      const { transport, received, behave } = await bench();
      behave('takes it and says nothing');

      expect(await handOver(transport)).toMatchObject({ outcome: { kind: 'unknown' }, wasSent: true });
      expect(await received()).toHaveLength(1);
    });

    test('a slow reply is waited for', async () => {
      const { transport, received, behave } = await bench();
      behave('answers late');

      expect(await handOver(transport)).toMatchObject({ outcome: { kind: 'accepted' }, wasSent: true });
      expect(await received()).toHaveLength(1);
    });

    test('many messages at once arrive once each', async () => {
      const { transport, received } = await bench();
      const given = Array.from({ length: 12 }, (_, index) => outgoing({ message: testMessage(`mail ${index}`) }));

      const results = await Promise.all(given.map((one) => handOver(transport, one)));

      expect(results.every(({ outcome }) => outcome.kind === 'accepted')).toBe(true);
      const bodies = (await received()).map(({ message }) => message.toString()).toSorted();
      expect(bodies).toEqual(given.map(({ message }) => message.toString()).toSorted());
    });

    test('a check reports whether the remote side is available', async () => {
      const { transport, vanish } = await bench();

      expect(await transport.check()).toEqual({ isWell: true });
      await vanish();

      expect(await transport.check()).toEqual({ isWell: false, stage: 'connect', reason: expect.any(String) });
      expect((await handOver(transport)).outcome).toMatchObject({ kind: 'deferred', about: 'relay' });
    });
  });
}
