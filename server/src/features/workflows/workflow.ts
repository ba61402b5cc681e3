import type { Id } from '#platform/ids';
import type { JsonObject } from '#pure/custom-fields';
import type { Graph, Step, Transition } from '#pure/workflow-graph';

export type WorkflowId = Id<'workflow'>;
export type StepId = Id<'step'>;
export type TransitionId = Id<'transition'>;

export const triggerTypes = ['EVENT', 'MANUAL', 'SCHEDULE'] as const;
export type TriggerType = (typeof triggerTypes)[number];

/** A workflow without its graph. */
export interface Workflow {
  readonly id: WorkflowId;
  readonly name: string;
  readonly description: string | null;
  readonly enabled: boolean;
  readonly triggerType: TriggerType;
  readonly triggerConfig: JsonObject | null;
  readonly allowReentry: boolean;
  /** Grows with every change of meaning (D-933). */
  readonly version: number;
  readonly pausedAt: Date | null;
  readonly pausedReason: 'REPUTATION' | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A step with its place on the page of the workflow. The config of TRIGGER is the trigger of the workflow (D-906). */
export interface WorkflowStep extends Step {
  /** Counts within the workflow, by creation. */
  readonly number: number;
  readonly x: number;
  readonly y: number;
  readonly templateName: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface WorkflowTransition extends Transition {
  /** The same. */
  readonly number: number;
  readonly priority: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A workflow with its graph: TRIGGER first, then steps by creation. */
export interface WholeWorkflow {
  readonly workflow: Workflow;
  readonly steps: readonly WorkflowStep[];
  readonly transitions: readonly WorkflowTransition[];
}

/** The graph as it is interpreted: no places, no times, no names of templates. */
export const graphOf = ({ workflow, steps, transitions }: WholeWorkflow): Graph => ({
  trigger: { type: workflow.triggerType, config: workflow.triggerConfig },
  steps: steps.map(({ id, type, name, config, templateId }) => ({ id, type, name, config, templateId })),
  transitions: transitions.map(({ id, fromStepId, toStepId, branch, automatic }) => ({
    id,
    fromStepId,
    toStepId,
    branch,
    automatic,
  })),
});
