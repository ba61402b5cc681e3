import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
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
  const target = new URL(databaseUrl);
  const readers = new Set<MessageReader>();
  const sockets = new Set<Socket>();
  let closed: MessageCounts = { roundTrips: 0, statements: 0 };
  let failure: { error: unknown } | undefined;
  const server = createServer((incoming) => {
    const outgoing = connect(Number(target.port) || 5432, target.hostname);
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
    join(incoming, outgoing, sockets);
    join(outgoing, incoming, sockets);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    counts() {
      if (failure) throw new Error('a connection could not be counted', { cause: failure.error });
      return sum([closed, ...Array.from(readers, ({ counts }) => counts)]);
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function join(from: Socket, to: Socket, sockets: Set<Socket>): void {
  sockets.add(from);
  from.setNoDelay(true);
  from.pipe(to);
  from.on('error', () => to.destroy());
  from.on('close', () => {
    sockets.delete(from);
    to.destroy();
  });
}

const sum = (all: readonly MessageCounts[]): MessageCounts => ({
  roundTrips: all.reduce((total, { roundTrips }) => total + roundTrips, 0),
  statements: all.reduce((total, { statements }) => total + statements, 0),
});
