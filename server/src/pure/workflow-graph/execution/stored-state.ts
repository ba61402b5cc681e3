import type { JsonObject } from '#pure/custom-fields';
import { type Graph, triggerStepOf } from '../graph.ts';
import { type ActiveState, type IsoInstant, type OpenStep, pendingStep, withOpenStep } from './state.ts';

/** What is stored of an active state. `open` is without what a pending step has. */
export type StoredState = {
  /** Null: the first step. */
  readonly stepId: string | null;
  readonly arrivedAt: IsoInstant;
  readonly context: JsonObject;
  readonly open: Partial<OpenStep>;
};

/** An open step without what a pending one has, so that millions of them are small. */
export const storedOpenStep = (open: OpenStep): Partial<OpenStep> =>
  Object.fromEntries(Object.entries(open).filter(([key, value]) => pendingStep[key as keyof OpenStep] !== value)); // its own keys

/** The state that was stored. */
export const restoreState = (graph: Graph, { stepId, arrivedAt, context, open }: StoredState): ActiveState =>
  withOpenStep(
    {
      ...{ stepId: stepId ?? triggerStepOf(graph).id, arrivedAt, context },
      ...{ status: 'RUNNING', open: pendingStep, exitReason: null },
    },
    { ...pendingStep, ...open },
  );
