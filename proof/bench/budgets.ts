/** What one call, mail or notice may cost, whatever the machine. */
interface Budget {
  /** Messages to PostgreSQL that a call waits for (`messages/`). */
  readonly messages?: number;
  /** Statements in these messages, where nothing in the project listens to what happens. */
  readonly statements?: number;
  /** Row versions written, unlogged counters and the request log left out. */
  readonly rowVersions?: number;
  /** Of rows that stay, with their indexes. */
  readonly diskBytes?: number;
  readonly walBytes?: number;
}

export const budgets = {
  /** The event and the mark of its contact; the rest are counts, folded from many events at a time (README of events). */
  track: { messages: 3, statements: 10, rowVersions: 2.02 },
  send: { messages: 5, rowVersions: 5 },
  contacts: { messages: 3, statements: 9 },
  /** Six for the mail itself; the hourly counts of its project are written once for results that arrive together (0013). */
  handoff: { rowVersions: 6.2 },
  notices: { rowVersions: 3 },
  /** With a body of 50 KB, from the expansion to SENT. */
  campaignMail: { rowVersions: 10, diskBytes: 2_300, walBytes: 7_000 },
} as const satisfies Record<string, Budget>;

/** What is added to a budget of messages or statements for work that many calls share: one upsert in 64 enqueues a fold, timers run. */
export const sharedMessages = 0.2;
