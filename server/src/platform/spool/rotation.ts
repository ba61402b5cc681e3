import type { ClaimedRow, Micros, Place } from './dispatch.ts';
import { noId } from './dispatch.ts';

/**
 * The projects of one lane that are known to have due rows, each with its place, in the order of their turns.
 * Invariant: a project whose turn has come goes to the back, so none waits longer than one round.
 */
export interface Rotation {
  readonly size: number;
  /** A look found a waiting row of the project. A row below the project's place moves the place back. */
  found(projectId: string, dueAt: Micros, options: { isSweep: boolean }): void;
  /** Takes the next projects from the front: as many as `limit` rows serve with `share` rows each. */
  next(limit: number, share: number): Turn;
  /** Puts them back behind the rows that were claimed. Who gave less than its share has no more due rows for now. */
  settle(turn: Turn, rows: readonly ClaimedRow[]): void;
  /** The claim failed: the projects keep their places. */
  putBack(turn: Turn): void;
}

export interface Turn {
  readonly places: readonly Place[];
  readonly share: number;
}

/** More projects than this wait outside until a sweep finds room for them, the oldest first. */
const mostProjects = 100_000;

export function makeRotation(): Rotation {
  const places = new Map<string, Place>();
  return {
    get size() {
      return places.size;
    },
    found(projectId, dueAt, { isSweep }) {
      const place = places.get(projectId);
      if (!place && places.size >= mostProjects) return;
      // Why: rows of one transaction share a due time; looking twenty times a second must not start over among them.
      const isBehind = place !== undefined && (dueAt < place.at || (isSweep && dueAt === place.at));
      if (!place || isBehind) places.set(projectId, { projectId, at: dueAt, id: noId });
    },
    next(limit, share) {
      const count = Math.max(1, Math.floor(limit / share));
      const turn: Place[] = [];
      for (const place of places.values()) if (turn.push(place) >= count) break;
      for (const place of turn) places.delete(place.projectId);
      return { places: turn, share: turn.length === 0 ? 0 : Math.floor(limit / turn.length) };
    },
    settle(turn, rows) {
      const taken = Map.groupBy(rows, (row) => row.projectId);
      for (const { projectId } of turn.places) {
        const own = taken.get(projectId) ?? [];
        if (own.length >= turn.share && !places.has(projectId)) places.set(projectId, lastOf(own));
      }
    },
    putBack(turn) {
      for (const place of turn.places) if (!places.has(place.projectId)) places.set(place.projectId, place);
    },
  };
}

const lastOf = (rows: readonly ClaimedRow[]): Place => {
  const [first, ...rest] = rows;
  if (!first) throw new Error('a project that gave its share gave rows');
  const last = rest.reduce((most, row) => (isLater(row, most) ? row : most), first);
  return { projectId: last.projectId, at: last.dueAt, id: last.id };
};

const isLater = (a: ClaimedRow, b: ClaimedRow): boolean => a.dueAt > b.dueAt || (a.dueAt === b.dueAt && a.id > b.id);
