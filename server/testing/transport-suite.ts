import { randomUUIDv7 } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Consignment, Opening, Session, Transport } from '../src/platform/transports/index.ts';

/** The other side of a transport, as a suite can command it. */
export interface TransportBench {
  readonly transport: Transport;
  /** What has arrived whole and was taken. */
  received(): Promise<{ from: string; to: string; message: Buffer }[]>;
  /** How the other side meets the next messages. */
  behave(
    how:
      | 'accepts'
      | 'refuses for now'
      | 'refuses for good'
      | 'refuses the address'
      | 'takes it and says nothing'
      | 'answers late',
  ): void;
  /** Loses every open link; for what has none, makes the next call fail before it begins. */
  cut(): void;
  /** The other side goes away altogether. */
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

export function consignment(change: Partial<Consignment> = {}): Consignment {
  return {
    message: testMessage(),
    envelope: { from: 'bounce+1@bounce.acme.example', to: 'ada@example.com' },
    tags: { projectId: randomUUIDv7(), emailId: randomUUIDv7(), attempt: 1 },
    signal: new AbortController().signal,
    ...change,
  };
}

export function readySession(opening: Opening): Session {
  if (opening.kind !== 'ready') throw new Error(`not ready: ${JSON.stringify(opening.outcome)}`);
  return opening.session;
}

/** Opens and releases; a refusal may come at either. */
export async function handOver(transport: Transport, given = consignment()) {
  const opening = await transport.open(given);
  return opening.kind === 'over' ? { outcome: opening.outcome, wasSent: false } : opening.session.release();
}

/** What every transport promises. */
export function transportSuite(name: string, start: () => Promise<TransportBench>): void {
  const bench = async (): Promise<TransportBench> => {
    const made = await start();
    onTestFinished(() => made.close());
    return made;
  };

  describe(`${name} as a transport`, () => {
    test('a released message arrives once, byte by byte, for its one recipient', async () => {
      const { transport, received } = await bench();
      const given = consignment();

      const result = await handOver(transport, given);

      expect(result).toMatchObject({ outcome: { kind: 'accepted' }, wasSent: true });
      expect(await received()).toEqual([{ ...given.envelope, message: given.message }]);
    });

    test('until the release nothing is handed over, and an abandoned message never is', async () => {
      const { transport, received } = await bench();
      const session = readySession(await transport.open(consignment()));

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
      const session = readySession(await transport.open(consignment({ signal: stop.signal })));

      stop.abort('draining');

      expect(await session.release()).toMatchObject({ outcome: { kind: 'deferred' }, wasSent: false });
      expect(await transport.open(consignment({ signal: stop.signal }))).toMatchObject({ kind: 'over' });
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

    test('a link lost before the release is no doubt: nothing was sent, and it says so', async () => {
      const { transport, received, cut } = await bench();
      const session = readySession(await transport.open(consignment()));

      cut();
      await new Promise((resolve) => setTimeout(resolve, 50));

      expect(await session.release()).toMatchObject({ outcome: { kind: 'deferred', about: 'relay' }, wasSent: false });
      expect(await received()).toEqual([]);
    });

    test('an answer that is lost after the release is doubt, never a refusal', async () => {
      const { transport, received, behave } = await bench();
      behave('takes it and says nothing');

      expect(await handOver(transport)).toMatchObject({ outcome: { kind: 'unknown' }, wasSent: true });
      expect(await received()).toHaveLength(1);
    });

    test('a slow answer is waited for', async () => {
      const { transport, received, behave } = await bench();
      behave('answers late');

      expect(await handOver(transport)).toMatchObject({ outcome: { kind: 'accepted' }, wasSent: true });
      expect(await received()).toHaveLength(1);
    });

    test('many messages at once arrive once each', async () => {
      const { transport, received } = await bench();
      const given = Array.from({ length: 12 }, (_, place) => consignment({ message: testMessage(`mail ${place}`) }));

      const results = await Promise.all(given.map((one) => handOver(transport, one)));

      expect(results.every(({ outcome }) => outcome.kind === 'accepted')).toBe(true);
      const bodies = (await received()).map(({ message }) => message.toString()).toSorted();
      expect(bodies).toEqual(given.map(({ message }) => message.toString()).toSorted());
    });

    test('a check says whether the other side is there', async () => {
      const { transport, vanish } = await bench();

      expect(await transport.check()).toEqual({ isWell: true });
      await vanish();

      expect(await transport.check()).toEqual({ isWell: false, stage: 'connect', reason: expect.any(String) });
      expect((await handOver(transport)).outcome).toMatchObject({ kind: 'deferred', about: 'relay' });
    });
  });
}
