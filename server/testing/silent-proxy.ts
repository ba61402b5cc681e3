import type { Socket } from 'node:net';
import { startDatabaseLink } from './database-link.ts';

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
  const link = await startDatabaseLink(databaseUrl, (incoming, open) => {
    const born = generation;
    links += 1;
    const outgoing = open(target);
    const pass = (from: Socket, to: Socket): void => {
      from.on('data', (chunk: Buffer) => {
        if (born === generation) to.write(chunk);
      });
      from.on('error', () => {});
      from.on('close', () => {
        if (born === generation) to.destroy();
      });
    };
    pass(incoming, outgoing);
    pass(outgoing, incoming);
  });
  return {
    url: link.url,
    get links() {
      return links;
    },
    fallSilent(next) {
      generation += 1;
      if (next) target = new URL(next);
    },
    close: () => link.close(),
  };
}
