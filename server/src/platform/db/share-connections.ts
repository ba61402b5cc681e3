import type { PoolClient } from 'pg';
import { Shares, type WaitOptions } from '#platform/shares';
import type { Database } from './pool.ts';

export interface ConnectionShares {
  /** Connections in all. */
  readonly slots: number;
  /** Connections of one project at once, or of one credential that is being identified. */
  readonly perOwner: number;
  /** Connections at once for work without a project. */
  readonly ofInstance: number;
  /** For requests without wait options of their own. */
  readonly waitOptions: WaitOptions;
}

const instance = '';

/** At least. A server that is busy with something else takes long to open a connection. */
const opensWithinMs = 5_000;

/**
 * The same database with its connections shared: a project has a few at a time, whatever its requests do. A request that waits
 * too long, or one of too many, is refused with `NoFreeSlot`.
 */
export function shareConnections(
  database: Database,
  { slots, perOwner, ofInstance, waitOptions }: ConnectionShares,
): Database {
  const shares = new Shares({ slots, maxPerOwner: (owner) => (owner === instance ? ofInstance : perOwner) });
  return {
    ...database,
    get waiting() {
      return shares.waiting;
    },
    async connect(request) {
      const options = request?.waitOptions ?? waitOptions;
      const beganAt = performance.now();
      const giveBack = await shares.take(request?.owner ?? instance, options);
      const opening = open(database, giveBack);
      // Why: most connections are open already, and a timer for each would be wasted.
      if (options.withinMs === undefined || database.pool.idleCount > 0) return opening;
      return inTime(opening, Math.max(opensWithinMs, options.withinMs - (performance.now() - beganAt)));
    },
  };
}

async function open(database: Database, giveBack: () => void): Promise<PoolClient> {
  const client = await database.connect().catch((error: unknown) => {
    giveBack();
    throw error;
  });
  const release = client.release.bind(client);
  // Why: the pool sets it again whenever it hands out the connection.
  client.release = (error) => {
    release(error);
    giveBack();
  };
  return client;
}

/** A connection that is opened too late goes back to the pool. */
async function inTime(opening: Promise<PoolClient>, milliseconds: number): Promise<PoolClient> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, milliseconds), null);
  });
  const client = await Promise.race([opening, late]);
  clearTimeout(timer);
  if (client) return client;
  opening.then(
    (unused) => unused.release(),
    () => {}, // the caller has given up already
  );
  throw new Error('timeout exceeded when trying to connect');
}
