import type { JsonObject } from '#pure/custom-fields';
import { transitionFrom } from '../branches.ts';
import type { Graph, Step, StepType } from '../graph.ts';
import { beginStep } from './begin-step.ts';
import { type Effect, effectOf, stepAt } from './effect.ts';
import type { Happening } from './happening.ts';
import { react } from './react.ts';
import {
  type ExecutionState,
  type FinalStatus,
  type IsoInstant,
  isActive,
  pendingStep,
  type StepError,
  withOpenStep,
} from './state.ts';
import type { StepEnd } from './step-change.ts';

export type Advance = {
  readonly state: ExecutionState;
  /** The steps that ended, in order; each is written to the log once. */
  readonly finished: readonly FinishedStep[];
  /** What the execution needs next; always exactly one. */
  readonly effect: Effect;
  /** False when the happening came too late or too early: nothing has changed. */
  readonly hasChanged: boolean;
};

/** A step execution that is final (D-929). `branch` is the way it went on. */
export type FinishedStep = {
  readonly stepId: string;
  readonly name: string;
  readonly type: StepType;
  readonly status: StepEnd['status'];
  readonly branch: string | null;
  readonly scheduledFor: IsoInstant | null;
  readonly executeAfter: IsoInstant | null;
  readonly attempt: number;
  readonly output: JsonObject | null;
  readonly error: StepError | null;
  readonly startedAt: IsoInstant | null;
  readonly completedAt: IsoInstant;
};

/**
 * Runs an execution as far as it goes without anything from outside. The server does its effects, the simulator lists them
 * (D-949). The same arguments give the same result: time and chance come in with `now` and the happening.
 */
export function advance(graph: Graph, state: ExecutionState, happening: Happening, now: Date): Advance {
  let step = stepAt(graph, state);
  let change = isActive(state) ? react(step, state, happening, now) : null;
  if (change === null) return { state, finished: [], effect: effectOf(graph, state), hasChanged: false };

  const finished: FinishedStep[] = [];
  let next = state;
  while (change?.kind === 'end') {
    finished.push(finishedStep(step, change, now));
    next = leaveStep(graph, next, step, change);
    step = stepAt(graph, next);
    change = isActive(next) ? beginStep(step, next, now) : null;
  }
  if (change !== null) next = withOpenStep(next, change.open);
  return { state: next, finished, effect: effectOf(graph, next), hasChanged: true };
}

const finishedStep = (step: Step, end: StepEnd, now: Date): FinishedStep => ({
  stepId: step.id,
  name: step.name,
  type: step.type,
  status: end.status,
  branch: end.branch,
  scheduledFor: end.open.scheduledFor,
  executeAfter: end.open.executeAfter,
  attempt: end.open.attempt,
  output: end.output,
  error: end.error,
  startedAt: end.open.startedAt,
  completedAt: now.toISOString(),
});

/** The state after a step: at the next one, which has not begun, or final. */
function leaveStep(graph: Graph, state: ExecutionState, step: Step, end: StepEnd): ExecutionState {
  const context = end.context ?? state.context;
  const arrivedAt = end.arrivedAt ?? state.arrivedAt;
  const final = (status: FinalStatus, exitReason: string | null): ExecutionState => ({
    ...{ stepId: step.id, arrivedAt, context, status, open: null, exitReason },
  });
  if (end.status === 'FAILED') return final('FAILED', 'step_failed');
  if (end.exitReason !== undefined) return final(end.status === 'SKIPPED' ? 'CANCELLED' : 'EXITED', end.exitReason);
  const taken = transitionFrom(graph, step, end.branch);
  if (!taken) return final('COMPLETED', null);
  return withOpenStep({ ...state, stepId: taken.toStepId, arrivedAt, context }, pendingStep);
}
