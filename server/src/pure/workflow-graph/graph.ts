import type { JsonObject } from '#pure/custom-fields';

/** The types of steps that callers can add. TRIGGER comes with the workflow (D-906). */
export const addableStepTypes = [
  'SEND_EMAIL',
  'DELAY',
  'WAIT_FOR_EVENT',
  'CONDITION',
  'WEBHOOK',
  'UPDATE_CONTACT',
  'EXIT',
] as const;

export type AddableStepType = (typeof addableStepTypes)[number];
export type StepType = 'TRIGGER' | AddableStepType;

export type Step = {
  readonly id: string;
  readonly type: StepType;
  readonly name: string;
  readonly config: JsonObject;
  readonly templateId: string | null;
};

export type Transition = {
  readonly id: string;
  readonly fromStepId: string;
  readonly toStepId: string;
  readonly branch: string | null;
  /** Kept by the service, not by a caller (D-908). */
  readonly automatic: boolean;
};

export type Trigger = { readonly type: 'EVENT' | 'MANUAL' | 'SCHEDULE'; readonly config: JsonObject | null };

/**
 * What an execution runs on, as plain JSON (D-925, D-933).
 * Invariant: `steps` are in the order of their creation and the one TRIGGER is the first; transitions form no cycle.
 */
export type Graph = {
  readonly trigger: Trigger;
  readonly steps: readonly Step[];
  readonly transitions: readonly Transition[];
};

export const stepById = (graph: Graph, id: string): Step | undefined => graph.steps.find((step) => step.id === id);

export function triggerStepOf({ steps }: Graph): Step {
  const trigger = steps.find(({ type }) => type === 'TRIGGER');
  if (!trigger) throw new Error('a workflow has a TRIGGER step');
  return trigger;
}
