import { nilId } from '#platform/ids';
import type { ClaimedRow, ClaimPosition, Micros } from './dispatch.ts';

/**
 * The projects of one lane that are known to have due rows, each with its position, in the order of their turns.
 * Invariant: a project whose turn has come goes to the back, so none waits longer than one round.
 */
export interface Rotation {
  readonly size: number;
  /** A look found a waiting row of the project. A row before the project's position moves the position back. */
  found(projectId: string, dueAt: Micros, options: { isSweep: boolean }): void;
  /** Takes the next projects from the front: as many as `limit` rows serve with `share` rows each. */
  next(limit: number, share: number): Turn;
  /** Puts them back, behind the rows that were claimed. A project with fewer rows than its share has no more due rows for now. */
  settle(turn: Turn, rows: readonly ClaimedRow[]): void;
  /** The claim failed: the projects keep their positions. */
  putBack(turn: Turn): void;
}

export interface Turn {
  readonly positions: readonly ClaimPosition[];
  readonly share: number;
}

/** Projects beyond this number are left out until a sweep finds them again, the oldest first. */
const maxProjects = 100_000;

export function makeRotation(): Rotation {
  const positions = new Map<string, ClaimPosition>();
  return {
    get size() {
      return positions.size;
    },
    found(projectId, dueAt, { isSweep }) {
      const position = positions.get(projectId);
      if (!position && positions.size >= maxProjects) return;
      // Why: rows of one transaction share a due time; twenty looks a second must not start over among them.
      const isBehind = position !== undefined && (dueAt < position.at || (isSweep && dueAt === position.at));
      if (!position || isBehind) positions.set(projectId, { projectId, at: dueAt, id: nilId });
    },
    next(limit, share) {
      const count = Math.max(1, Math.floor(limit / share));
      const turn: ClaimPosition[] = [];
      for (const position of positions.values()) if (turn.push(position) >= count) break;
      for (const position of turn) positions.delete(position.projectId);
      return { positions: turn, share: turn.length === 0 ? 0 : Math.floor(limit / turn.length) };
    },
    settle(turn, rows) {
      const taken = Map.groupBy(rows, (row) => row.projectId);
      for (const { projectId } of turn.positions) {
        const own = taken.get(projectId) ?? [];
        if (own.length >= turn.share && !positions.has(projectId)) positions.set(projectId, lastOf(own));
      }
    },
    putBack(turn) {
      for (const position of turn.positions)
        if (!positions.has(position.projectId)) positions.set(position.projectId, position);
    },
  };
}

const lastOf = (rows: readonly ClaimedRow[]): ClaimPosition => {
  const [first, ...rest] = rows;
  if (!first) throw new Error('a project that gave its share gave rows');
  const last = rest.reduce((max, row) => (isLater(row, max) ? row : max), first);
  return { projectId: last.projectId, at: last.dueAt, id: last.id };
};

const isLater = (a: ClaimedRow, b: ClaimedRow): boolean => a.dueAt > b.dueAt || (a.dueAt === b.dueAt && a.id > b.id);
