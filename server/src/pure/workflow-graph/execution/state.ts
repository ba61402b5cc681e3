import type { JsonObject } from '#pure/custom-fields';
import { type Graph, triggerStepOf } from '../graph.ts';

/** An instant as it stands in JSON (D-119). */
export type IsoInstant = string;

export type FinalStatus = 'COMPLETED' | 'EXITED' | 'FAILED' | 'CANCELLED';

/** Everything an execution needs to go on, as plain JSON. The graph it runs on is kept beside it (D-925). */
export type ExecutionState = {
  /** The step it is at, or the last one it was at. */
  readonly stepId: string;
  /** The moment of arrival at that step, from which its times count (D-934). */
  readonly arrivedAt: IsoInstant;
  readonly context: JsonObject;
} & (
  | { readonly status: 'RUNNING' | 'WAITING'; readonly open: OpenStep; readonly exitReason: null }
  | { readonly status: FinalStatus; readonly open: null; readonly exitReason: string | null }
);

export type ActiveState = Extract<ExecutionState, { open: OpenStep }>;

/** The step execution that is not finished (D-929). */
export type OpenStep = {
  readonly status: 'PENDING' | 'RUNNING' | 'SCHEDULED' | 'WAITING';
  readonly startedAt: IsoInstant | null;
  readonly attempt: number;
  /** SCHEDULED: when it goes on. */
  readonly executeAfter: IsoInstant | null;
  /** WAITING: its time-out. */
  readonly scheduledFor: IsoInstant | null;
  /** WAITING: the name of the event. */
  readonly waitingFor: string | null;
  /** WEBHOOK: the beginning of the first attempt. */
  readonly calledAt: IsoInstant | null;
  readonly output: JsonObject | null;
  readonly error: StepError | null;
};

export type StepError = { readonly code: string; readonly message: string };

export const pendingStep: OpenStep = {
  status: 'PENDING',
  startedAt: null,
  attempt: 1,
  executeAfter: null,
  scheduledFor: null,
  waitingFor: null,
  calledAt: null,
  output: null,
  error: null,
};

/**
 * An execution before its first step. `at` is the time of the event that starts it.
 * Limit: the caller has checked that the context is within limits.executionContextBytes.
 */
export const startExecution = (graph: Graph, { context, at }: { context: JsonObject; at: Date }): ExecutionState => ({
  stepId: triggerStepOf(graph).id,
  arrivedAt: at.toISOString(),
  context,
  status: 'RUNNING',
  open: pendingStep,
  exitReason: null,
});

export const isActive = (state: ExecutionState): state is ActiveState => state.open !== null;

/** RUNNING or WAITING, as its open step says. */
export const withOpenStep = (state: ExecutionState, open: OpenStep): ActiveState => ({
  stepId: state.stepId,
  arrivedAt: state.arrivedAt,
  context: state.context,
  status: open.status === 'SCHEDULED' || open.status === 'WAITING' ? 'WAITING' : 'RUNNING',
  open,
  exitReason: null,
});
