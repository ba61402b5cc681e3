/** What a client has sent to PostgreSQL so far. */
export interface MessageCounts {
  /** Messages after which a client waits for the server: `Sync` and simple `Query`. */
  readonly roundTrips: number;
  /** `Execute` and simple `Query`; a `Query` with several statements counts once. */
  readonly statements: number;
}

export interface MessageReader {
  readonly counts: MessageCounts;
  read(chunk: Buffer): void;
}

const typeOf = { query: 0x51, sync: 0x53, execute: 0x45 } as const;
/** Requests whose reply is one byte, after which the start-up packet follows: SSLRequest and GSSENCRequest. */
const encryptionRequests = [80877103, 80877104];
const tlsHandshake = 0x16;

/**
 * Reads what a client sends on one connection, in chunks of any size. Of a message only its head is kept, never its body.
 * A head is a type byte and a length that counts itself; the packets before and at start-up have no type byte, and the
 * code after their length says what they are.
 */
export function readMessages(): MessageReader {
  const head = Buffer.alloc(8);
  let filled = 0;
  let bodyLeft = 0;
  let hasStarted = false;
  let roundTrips = 0;
  let statements = 0;

  const begin = (): void => {
    const length = hasStarted ? head.readUInt32BE(1) : head.readUInt32BE(0);
    if (!hasStarted && head[0] === tlsHandshake) throw new Error('an encrypted connection cannot be counted');
    bodyLeft = length + (hasStarted ? 1 : 0) - filled;
    if (bodyLeft < 0) throw new Error(`a message of length ${length} is not PostgreSQL's protocol`);
    if (!hasStarted) hasStarted = !encryptionRequests.includes(head.readUInt32BE(4));
    else count(head[0]);
    filled = 0;
  };
  const count = (type: number | undefined): void => {
    if (type === typeOf.sync || type === typeOf.query) roundTrips += 1;
    if (type === typeOf.execute || type === typeOf.query) statements += 1;
  };

  return {
    get counts() {
      return { roundTrips, statements };
    },
    read(chunk) {
      for (let at = 0; at < chunk.length; ) {
        if (bodyLeft > 0) {
          const skipped = Math.min(bodyLeft, chunk.length - at);
          bodyLeft -= skipped;
          at += skipped;
          continue;
        }
        const taken = Math.min((hasStarted ? 5 : 8) - filled, chunk.length - at);
        chunk.copy(head, filled, at, at + taken);
        filled += taken;
        at += taken;
        if (filled === (hasStarted ? 5 : 8)) begin();
      }
    },
  };
}
