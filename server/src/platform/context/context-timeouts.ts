import type { TransactionScope } from '#platform/db';
import type { ProjectId } from './context.ts';

/** How long a context waits for connections, and how long a read may take. */
export interface ContextTimeouts {
  /** For the first connection of a piece of work; without it nothing has begun yet. */
  readonly first?: TransactionScope['waitOptions'];
  /** For later ones: work that has begun should be finished. */
  readonly later?: TransactionScope['waitOptions'];
  readonly readSeconds?: number;
}

/** Background work uses the default of the database. */
export const backgroundTimeouts: ContextTimeouts = {};

/** So that the reply is sent within a second. */
const beginsWithinMs = 900;
/** A request that has waited long at the entry still gets a connection that is free. */
const minWaitMs = 100;

/**
 * A request that cannot begin within a second, its wait at the entry included, is refused. A read takes five seconds at most: a
 * few longer ones would use all connections of their project.
 */
export const requestTimeouts = (waitedMs: number): ContextTimeouts => ({
  first: { withinMs: Math.max(minWaitMs, beginsWithinMs - waitedMs), maxWaiting: 300 },
  later: { withinMs: 10_000, isAhead: true },
  readSeconds: 5,
});

/** The scopes of one piece of work. `entersProject`: the project that its writes are refused for while it is being erased. */
export function scopeFor(
  projectId: ProjectId | null,
  timeouts: ContextTimeouts,
  entersProject: ProjectId | null = projectId,
): (isReadOnly: boolean) => TransactionScope {
  let waitOptions = timeouts.first;
  return (isReadOnly) => {
    const scope = { waitOptions, statementSeconds: isReadOnly ? timeouts.readSeconds : undefined };
    waitOptions = timeouts.later;
    return { ...scope, role: 'postrider_app', projectId, entersProject, isReadOnly };
  };
}
