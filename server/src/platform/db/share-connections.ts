import type { PoolClient } from 'pg';
import type { Patience } from '#platform/shares';
import { Shares } from '#platform/shares';
import type { Database } from './pool.ts';

export interface ConnectionShares {
  /** Connections in all. */
  readonly places: number;
  /** Connections of one project at once, or of one who comes in. */
  readonly perOwner: number;
  /** Connections at once for what belongs to no project. */
  readonly ofInstance: number;
  /** For those who do not say how long they wait. */
  readonly patience: Patience;
}

const instance = '';

/**
 * The same database, its connections shared out: a project has a few at a time, whatever its requests do. Whoever waits too
 * long, or as one of too many, is turned away with `NoPlace`.
 */
export function shareConnections(
  database: Database,
  { places, perOwner, ofInstance, patience }: ConnectionShares,
): Database {
  const shares = new Shares({ places, each: (owner) => (owner === instance ? ofInstance : perOwner) });
  return {
    ...database,
    get waiting() {
      return shares.waiting;
    },
    async connect(turn) {
      const patient = turn?.patience ?? patience;
      const beganAt = performance.now();
      const giveBack = await shares.take(turn?.owner ?? instance, patient);
      const opening = open(database, giveBack);
      // Why: most connections are open already, and a timer for each would be work for nothing.
      if (patient.withinMs === undefined || database.pool.idleCount > 0) return opening;
      return inTime(opening, patient.withinMs - (performance.now() - beganAt));
    },
  };
}

async function open(database: Database, giveBack: () => void): Promise<PoolClient> {
  const client = await database.connect().catch((error: unknown) => {
    giveBack();
    throw error;
  });
  const release = client.release.bind(client);
  // Why: the pool sets it anew whenever it hands the connection out.
  client.release = (error) => {
    release(error);
    giveBack();
  };
  return client;
}

/** A connection that comes too late is kept for the next one. */
async function inTime(opening: Promise<PoolClient>, milliseconds: number): Promise<PoolClient> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, milliseconds), null);
  });
  const client = await Promise.race([opening, late]);
  clearTimeout(timer);
  if (client) return client;
  opening.then(
    (unwanted) => unwanted.release(),
    () => {}, // nobody waits for it any more
  );
  throw new Error('timeout exceeded when trying to connect');
}
