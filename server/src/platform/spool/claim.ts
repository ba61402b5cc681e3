import type { ProjectId } from '#platform/context';

/** A row in this worker's hands, until it is ended or its lease lapses. */
export interface Claim {
  readonly table: string;
  readonly projectId: ProjectId;
  readonly id: string;
  /** Guards every ending: once another worker has claimed the row, nothing that carries this fence hits it. */
  readonly fence: string;
  readonly lane: string;
  /** How often the row was claimed without a good end, this time included. */
  readonly claims: number;
  /** Aborts with the reason `draining` when the process stops, `lost` when another worker has the row. */
  readonly signal: AbortSignal;
}

/**
 * How a claim ends.
 * `done`: the row goes. `ended`: the handler has ended it inside its own transaction. `released`: due again at once.
 * Otherwise the row waits until a moment, or for some seconds by the database clock.
 */
export type Ending = 'done' | 'ended' | 'released' | { readonly dueAt: Date } | { readonly afterSeconds: number };

export interface LiveClaim extends Claim {
  readonly laneNumber: number;
  /** When it was claimed or renewed last, by the process's own steady clock; only paces renewals. */
  freshAt: number;
  abort(reason: 'draining' | 'lost'): void;
}

type Facts = Pick<LiveClaim, 'table' | 'projectId' | 'id' | 'fence' | 'lane' | 'laneNumber' | 'claims' | 'freshAt'>;

export function liveClaim(facts: Facts): LiveClaim {
  let controller: AbortController | undefined;
  return {
    ...facts,
    get signal() {
      controller ??= new AbortController(); // Why: most handlers never look, and at 20,000 a second it shows
      return controller.signal;
    },
    abort(reason) {
      controller ??= new AbortController();
      controller.abort(reason);
    },
  };
}
