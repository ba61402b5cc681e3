import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type CommitKind = 'accept' | 'gate' | 'result';

/**
 * A proxy to the database, for processes without prepared statements, that can be cut at a chosen moment: after a commit was passed on, before its reply; or before a
 * message was passed on, and then until `heal`.
 */
export interface DatabaseProxy {
  readonly url: string;
  /** From now on the replies to the next `times` commits of this kind are lost. */
  lose(kind: CommitKind, times: number): void;
  /** How many were lost. */
  readonly lost: number;
  /** The next message of this kind is not passed on: every connection ends with it, and new ones are refused until `heal`. */
  cutAt(kind: CommitKind): void;
  readonly isCut: boolean;
  heal(): void;
  close(): Promise<void>;
}

/** As it is sent where statements are not prepared: without a name, between two zero bytes. */
const commitStatement = '\0commit\0';

const marks: Record<CommitKind, string> = {
  accept: 'insert into deliveries',
  gate: 'gate_deliveries',
  result: 'delete from deliveries',
};

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let toLose: { kind: CommitKind; times: number } | null = null;
  let lost = 0;
  let cutKind: CommitKind | null = null;
  let isCut = false;
  const cut = (): void => {
    cutKind = null;
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };

  const server = createServer((incoming) => {
    if (isCut) return void incoming.destroy();
    const outgoing = connect(Number(target.port) || 5432, target.hostname);
    let isMarked = false;
    let isDoomed = false;
    for (const [from, to] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
    incoming.on('data', (chunk: Buffer) => {
      if (cutKind && chunk.includes(marks[cutKind])) return cut();
      outgoing.write(chunk);
      if (!toLose || toLose.times <= 0) return;
      const text = chunk.toString('latin1');
      if (text.includes(marks[toLose.kind])) isMarked = true;
      // The gate commits with its own round trip; the others' commit is a statement, alone or behind their last ones.
      if (!isMarked || !(toLose.kind === 'gate' || text.includes(commitStatement))) return;
      isMarked = false;
      isDoomed = true;
      toLose.times -= 1;
      lost += 1;
      setTimeout(() => incoming.destroy(), 150); // long enough for the commit to have happened
    });
    outgoing.on('data', (chunk: Buffer) => {
      if (!isDoomed) incoming.write(chunk);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    lose(kind, times) {
      toLose = { kind, times };
    },
    get lost() {
      return lost;
    },
    cutAt(kind) {
      cutKind = kind;
    },
    get isCut() {
      return isCut;
    },
    heal() {
      isCut = false;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
