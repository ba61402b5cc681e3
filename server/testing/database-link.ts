import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { notePassing, pooledUrl } from './pooler.ts';

/** A server that stands between clients and a database; what passes is decided by its user. */
export interface DatabaseLink {
  /** The database, by way of this server. */
  readonly url: string;
  /** Ends all connections, and takes new ones. */
  cut(): void;
  close(): Promise<void>;
}

/** `onConnection` gets each client's socket, and opens the one to the database with `open` if it is to have one. */
export async function startDatabaseLink(
  databaseUrl: string,
  onConnection: (incoming: Socket, open: (url?: URL) => Socket) => void,
): Promise<DatabaseLink> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer((incoming) => {
    onConnection(keep(incoming), (url = new URL(databaseUrl)) => {
      const { port, hostname } = new URL(pooledUrl(url.href));
      return keep(connect(Number(port) || 5432, hostname));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const target = pooledUrl(databaseUrl);
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  notePassing(url, target);
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    cut,
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Each socket ends with the other. */
export function endTogether(one: Socket, other: Socket): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
  }
}
