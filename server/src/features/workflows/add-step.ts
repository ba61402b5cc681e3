import type { ProjectContext } from '#platform/context';
import {
  type AddableStepType,
  autoConnectFrom,
  type Graph,
  insertOn,
  type Step,
  type Transition,
} from '#pure/workflow-graph';
import { editWorkflow } from './edit-workflow.ts';
import { InsertAtExit, TransitionNotFound } from './refusals.ts';
import type { StepPlace } from './save-graph.ts';
import { checkStepConfig } from './step-config.ts';
import { graphOf, type StepId, type TransitionId, type WholeWorkflow, type WorkflowId } from './workflow.ts';

export interface NewStep {
  readonly type: AddableStepType;
  readonly name?: string | undefined;
  readonly position?: StepPlace | undefined;
  readonly config?: unknown;
  readonly templateId?: string | null | undefined;
  /** A transition leads to it from the newest step that leads nowhere (D-921). */
  readonly autoConnect: boolean;
  /** The transition whose place it takes. */
  readonly insertOn?: TransitionId | undefined;
}

const defaultNames: Record<AddableStepType, string> = {
  SEND_EMAIL: 'Send email',
  DELAY: 'Delay',
  WAIT_FOR_EVENT: 'Wait for event',
  CONDITION: 'Condition',
  WEBHOOK: 'Webhook',
  UPDATE_CONTACT: 'Update contact',
  EXIT: 'Exit',
};

/** Adds a step to a workflow, connected as asked. */
export function addStep(
  ctx: ProjectContext,
  workflowId: WorkflowId,
  given: NewStep,
): Promise<{ whole: WholeWorkflow; stepId: StepId }> {
  return ctx.transaction(async (tx) => {
    const stepId = tx.newId<'step'>();
    const whole = await editWorkflow(tx, workflowId, async (before) => {
      const { type, config, templateId, name = defaultNames[type], position } = given;
      const stored = await checkStepConfig(tx, { type, config, templateId }, null);
      const graph = place(graphOf(before), { id: stepId, type, name, ...stored }, given, tx.newId<'transition'>());
      return { graph, places: new Map(position ? [[stepId, position]] : []) };
    });
    return { whole, stepId };
  });
}

function place(graph: Graph, step: Step, given: NewStep, transitionId: TransitionId): Graph {
  if (given.insertOn !== undefined) {
    const inserted = insertOn(graph, given.insertOn, step, transitionId);
    if (inserted.ok) return inserted.graph;
    throw inserted.reason === 'exit-step' ? InsertAtExit() : TransitionNotFound(given.insertOn);
  }
  const from = given.autoConnect ? autoConnectFrom(graph) : null;
  const leading: Transition[] = from ? [{ id: transitionId, ...from, toStepId: step.id, automatic: false }] : [];
  return { ...graph, steps: [...graph.steps, step], transitions: [...graph.transitions, ...leading] };
}
