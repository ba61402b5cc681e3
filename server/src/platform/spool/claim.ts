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

type Facts = Omit<Claim, 'signal'> & { readonly laneNumber: number; readonly freshAt: number };

/** A class, because it has an identity and a life: it is held, renewed, told to stop, dropped. */
export class LiveClaim implements Claim {
  readonly table: string;
  readonly projectId: ProjectId;
  readonly id: string;
  readonly fence: string;
  readonly lane: string;
  readonly laneNumber: number;
  readonly claims: number;
  /** When it was claimed or renewed last, by the process's own steady clock; only paces renewals. */
  freshAt: number;
  #controller: AbortController | undefined;

  constructor(facts: Facts) {
    this.table = facts.table;
    this.projectId = facts.projectId;
    this.id = facts.id;
    this.fence = facts.fence;
    this.lane = facts.lane;
    this.laneNumber = facts.laneNumber;
    this.claims = facts.claims;
    this.freshAt = facts.freshAt;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController(); // Why: most handlers never look, and at 20,000 rows a second it shows
    return this.#controller.signal;
  }

  abort(reason: 'draining' | 'lost'): void {
    this.#controller ??= new AbortController();
    this.#controller.abort(reason);
  }
}
