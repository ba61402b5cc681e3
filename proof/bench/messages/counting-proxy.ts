import { endTogether, startDatabaseLink } from '../../../server/testing/database-link.ts';
import { type MessageCounts, type MessageReader, readMessages } from './frontend-messages.ts';

/** A proxy to PostgreSQL that counts what clients send. Its own cost is not small: never measure a rate through it. */
export interface CountingProxy {
  /** The database, by way of the proxy. */
  readonly url: string;
  /** Of all connections, closed ones included. */
  counts(): MessageCounts;
  close(): Promise<void>;
}

export async function startCountingProxy(databaseUrl: string): Promise<CountingProxy> {
  const readers = new Set<MessageReader>();
  let closed: MessageCounts = { roundTrips: 0, statements: 0 };
  let failure: { error: unknown } | undefined;
  const link = await startDatabaseLink(databaseUrl, (incoming, open) => {
    const outgoing = open();
    const reader = readMessages();
    readers.add(reader);
    incoming.on('data', (chunk: Buffer) => {
      try {
        reader.read(chunk);
      } catch (error) {
        failure ??= { error };
        incoming.destroy();
      }
    });
    incoming.on('close', () => {
      readers.delete(reader);
      closed = sum([closed, reader.counts]);
    });
    endTogether(incoming, outgoing);
    incoming.setNoDelay(true).pipe(outgoing);
    outgoing.setNoDelay(true).pipe(incoming);
  });
  return {
    url: link.url,
    counts() {
      if (failure) throw new Error('a connection could not be counted', { cause: failure.error });
      return sum([closed, ...Array.from(readers, ({ counts }) => counts)]);
    },
    close: () => link.close(),
  };
}

const sum = (all: readonly MessageCounts[]): MessageCounts => ({
  roundTrips: all.reduce((total, { roundTrips }) => total + roundTrips, 0),
  statements: all.reduce((total, { statements }) => total + statements, 0),
});
