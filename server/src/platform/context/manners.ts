import type { Door } from '#platform/db';
import type { ProjectId } from './context.ts';

/** How long somebody waits for connections, and how long a read may take. */
export interface Manners {
  /** The first connection of a piece of work; whoever gets none has begun nothing yet. */
  readonly first?: Door['patience'];
  /** Later ones: what has begun should end well. */
  readonly later?: Door['patience'];
  readonly readSeconds?: number;
}

/** Background work waits as long as the database says. */
export const unhurried: Manners = {};

/**
 * A request that cannot begin within a second is told so, rather than kept. A read takes five seconds at most: a few
 * reads of one project that take longer would be all it can do.
 */
export const ofRequest: Manners = {
  first: { withinMs: 1_000, waiting: 300 },
  later: { withinMs: 10_000, isAhead: true },
  readSeconds: 5,
};

/** The doors of one piece of work. */
export function doorFor(projectId: ProjectId | null, manners: Manners): (isReadOnly: boolean) => Door {
  let patience = manners.first;
  return (isReadOnly) => {
    const door = { patience, statementSeconds: isReadOnly ? manners.readSeconds : undefined };
    patience = manners.later;
    return { ...door, role: 'postrider_app', projectId, isReadOnly };
  };
}
