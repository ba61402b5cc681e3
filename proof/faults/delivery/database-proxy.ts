import { endTogether, startDatabaseLink } from '../../../server/testing/database-link.ts';

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
  gate: 'pass_gate',
  result: 'delete from deliveries',
};

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  let toLose: { kind: CommitKind; times: number } | null = null;
  let lost = 0;
  let cutKind: CommitKind | null = null;
  let isCut = false;
  const cut = (): void => {
    cutKind = null;
    isCut = true;
    link.cut();
  };

  const link = await startDatabaseLink(databaseUrl, (incoming, open) => {
    if (isCut) return void incoming.destroy();
    const outgoing = open();
    let isMarked = false;
    let isDoomed = false;
    endTogether(incoming, outgoing);
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
  return {
    url: link.url,
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
    close: () => link.close(),
  };
}
