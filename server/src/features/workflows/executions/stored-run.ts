import { newIdAfter } from '#platform/ids';
import { advance, type Effect, type ExecutionState, effectOf, type Graph, type Happening } from '#pure/workflow-graph';
import type { LoggedStep, Progress, StepExecutionId, StoredExecution, WakingEvent } from './execution.ts';

/** An execution from its row to what is to be stored: a class, because it changes with each happening until then. */
export class StoredRun {
  readonly stored: StoredExecution;
  readonly graph: Graph;
  #state: ExecutionState;
  #stepExecutionId: StepExecutionId;
  #steps: LoggedStep[] = [];
  #lastEventId: string | null;

  constructor({ stored, graph }: Pick<StoredRun, 'stored' | 'graph'>) {
    this.stored = stored;
    this.graph = graph;
    this.#state = stored.state;
    this.#stepExecutionId = stored.stepExecutionId;
    this.#lastEventId = stored.lastEventId;
  }

  get state(): ExecutionState {
    return this.#state;
  }

  get stepExecutionId(): StepExecutionId {
    return this.#stepExecutionId;
  }

  get lastEventId(): string | null {
    return this.#lastEventId;
  }

  /** What it needs next. */
  get effect(): Effect {
    return effectOf(this.graph, this.#state);
  }

  /** When a worker takes it up again: at a time, or at once for what needs something from outside; null when it has ended. */
  dueAt(now: Date): Date | null {
    const { effect } = this;
    if (effect.kind === 'finish') return null;
    return effect.kind === 'wait' || effect.kind === 'waitForEvent' ? effect.until : now;
  }

  feed(happening: Happening, now: Date): void {
    const { state, finished } = advance(this.graph, this.#state, happening, now);
    this.#state = state;
    for (const step of finished) {
      this.#steps.push({ ...step, id: this.#stepExecutionId, number: this.stored.stepsEnded + this.#steps.length });
      this.#stepExecutionId = newIdAfter(this.#stepExecutionId); // so its steps have an order, also those of one moment
    }
  }

  /** Why the branch: an event after the time-out has ended nothing, and may end the next wait (D-913). */
  wake({ eventId, data, at }: WakingEvent, now: Date): void {
    const ended = this.#steps.length;
    this.feed({ kind: 'event', data, at }, now);
    if (this.#steps[ended]?.branch === 'event') this.#lastEventId = eventId;
  }

  /** Goes on from where another run of the same execution is. */
  protected follow(other: StoredRun): void {
    this.#state = other.#state;
    this.#stepExecutionId = other.#stepExecutionId;
    this.#steps = [...other.#steps];
    this.#lastEventId = other.#lastEventId;
  }

  /** What is to be stored. `more` is what the transaction knows beside the state. */
  progress(more: Pick<Progress, 'dueAt' | 'wokenBy'>): Progress {
    return {
      ...{ before: this.stored, state: this.#state, stepExecutionId: this.#stepExecutionId, steps: this.#steps },
      lastEventId: this.#lastEventId,
      ...more,
    };
  }
}
