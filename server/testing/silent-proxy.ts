import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy to the database whose connections can go silent: nothing passes on them, and they are not closed. */
export interface SilentProxy {
  readonly url: string;
  /** Connections made so far. */
  readonly links: number;
  /** From now on nothing passes on the existing connections; new ones go to `target`, or to the same server as before. */
  fallSilent(target?: string): void;
  close(): Promise<void>;
}

export async function startSilentProxy(databaseUrl: string): Promise<SilentProxy> {
  let target = new URL(databaseUrl);
  let generation = 0;
  let links = 0;
  const sockets = new Set<Socket>();
  const server = createServer((incoming) => {
    const born = generation;
    links += 1;
    const outgoing = connect(Number(target.port) || 5432, target.hostname);
    const pass = (from: Socket, to: Socket): void => {
      sockets.add(from);
      from.on('data', (chunk: Buffer) => {
        if (born === generation) to.write(chunk);
      });
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        if (born === generation) to.destroy();
      });
    };
    pass(incoming, outgoing);
    pass(outgoing, incoming);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    get links() {
      return links;
    },
    fallSilent(next) {
      generation += 1;
      if (next) target = new URL(next);
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
