import { type DatabaseLink, endTogether, startDatabaseLink } from './database-link.ts';

/** What clients ask of PostgreSQL that goes beyond one transaction, and that a pooler in transaction mode would lose or pass on. */
export interface SessionWatch extends Pick<DatabaseLink, 'url' | 'close'> {
  /** Statements of all connections so far. */
  readonly statements: number;
  readonly startupParameters: ReadonlySet<string>;
  readonly statementNames: ReadonlySet<string>;
  /** Statements that change or use a session. */
  readonly sessionTexts: ReadonlySet<string>;
}

const ofSession =
  /^\s*(?:listen|unlisten|set\s+(?!local|transaction)|reset|discard|prepare|declare|load|create\s+temp)|pg_(?:try_)?advisory_(?:lock|unlock)/i;

const typeOf = { query: 0x51, parse: 0x50 } as const;

/** A server between clients and the database that reads what clients send. */
export async function watchSessions(databaseUrl: string): Promise<SessionWatch> {
  const [startupParameters, statementNames, sessionTexts] = [new Set<string>(), new Set<string>(), new Set<string>()];
  let statements = 0;
  const note = (text: string): void => {
    statements += 1;
    if (ofSession.test(text)) sessionTexts.add(text);
  };
  const readMessage = (message: Buffer): void => {
    const body = message.subarray(5).toString('utf8');
    if (message[0] === typeOf.query) note(body.slice(0, -1));
    if (message[0] !== typeOf.parse) return;
    const [name = '', text = ''] = body.split('\0'); // then the types of its values
    if (name !== '') statementNames.add(name);
    note(text);
  };
  const { url, close } = await startDatabaseLink(databaseUrl, (incoming, open) => {
    const outgoing = open();
    let held = Buffer.alloc(0);
    let hasStarted = false;
    incoming.on('data', (chunk: Buffer) => {
      held = Buffer.concat([held, chunk]);
      for (;;) {
        const before = hasStarted ? 1 : 0; // the packet at start-up has no type byte
        if (held.length < before + 4) return;
        const end = before + held.readUInt32BE(before);
        if (held.length < end) return;
        if (hasStarted) readMessage(held.subarray(0, end));
        else for (const name of namesAt(held.subarray(8, end))) startupParameters.add(name);
        hasStarted = true;
        held = held.subarray(end);
      }
    });
    endTogether(incoming, outgoing);
    incoming.pipe(outgoing);
    outgoing.pipe(incoming);
  });
  return {
    url,
    close,
    get statements() {
      return statements;
    },
    startupParameters,
    statementNames,
    sessionTexts,
  };
}

/** Names and values stand in turn, each ended by a zero byte, the list by one more. */
const namesAt = (packet: Buffer): string[] =>
  packet
    .toString('utf8')
    .split('\0')
    .filter((name, index) => index % 2 === 0 && name !== '');
