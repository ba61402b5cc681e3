import { isDeepStrictEqual } from 'node:util';
import type { ProjectTx } from '#platform/context';
import type { JsonObject } from '#pure/custom-fields';
import { canonicalEventName } from '#pure/event-names';
import {
  changesMeaning,
  exceededLimit,
  type Graph,
  type GraphProblem,
  triggerStepOf,
  withAutomaticEntry,
} from '#pure/workflow-graph';
import { saveVersion } from './executions/save-version.ts';
import { loadProblems } from './load-problems.ts';
import { loadWholeWorkflow, lockWholeWorkflow } from './load-workflow.ts';
import { WorkflowLimitReached, WorkflowNotReady } from './refusals.ts';
import { type NewTransition, type StepPlace, saveGraph } from './save-graph.ts';
import { keepSchedule } from './schedules/keep-schedule.ts';
import { graphOf, type TriggerType, type WholeWorkflow, type Workflow, type WorkflowId } from './workflow.ts';

export interface WorkflowFields {
  readonly name: string;
  readonly description: string | null;
  readonly enabled: boolean;
  readonly triggerType: TriggerType;
  readonly triggerConfig: JsonObject | null;
  readonly allowReentry: boolean;
}

/** What a change makes of a workflow; what is left out stays. */
export interface WorkflowEdit {
  readonly fields?: Partial<WorkflowFields>;
  readonly graph?: Graph;
  /** Places of steps that are new or were moved. */
  readonly places?: ReadonlyMap<string, StepPlace>;
  readonly newTransitions?: ReadonlyMap<string, NewTransition>;
}

/**
 * Changes a workflow and its graph as a whole, locked: the automatic entry is led where it belongs, the version grows if the
 * meaning changed, and an enabled workflow gets no new error (D-908, D-911, D-933).
 */
export async function editWorkflow(
  tx: ProjectTx,
  id: WorkflowId,
  edit: (before: WholeWorkflow) => WorkflowEdit | Promise<WorkflowEdit>,
): Promise<WholeWorkflow> {
  const before = await lockWholeWorkflow(tx, id);
  const { fields, graph = graphOf(before), places, newTransitions } = await edit(before);
  const workflow = { ...before.workflow, ...fields };
  const [old, changed] = [graphOf(before), withAutomaticEntry(withTrigger(graph, workflow), tx.newId<'transition'>())];
  const exceeded = exceededLimit(changed);
  if (exceeded) throw WorkflowLimitReached(exceeded);
  if (workflow.enabled) await requireReady(tx, before, changed);

  const version = workflow.version + (changesMeaning(old, changed) ? 1 : 0);
  const isGraphChanged = await saveGraph(tx, before, changed, { places, newTransitions });
  const after = { ...workflow, version };
  if (!isGraphChanged && isDeepStrictEqual(before.workflow, after)) return before;
  await saveWorkflow(tx, after);
  await keepSchedule(tx, id, before.workflow, after);
  const whole = await loadWholeWorkflow(tx, id);
  if (whole.workflow.enabled) await saveVersion(tx, whole);
  return whole;
}

/** TRIGGER mirrors the trigger of the workflow (D-906). */
function withTrigger(graph: Graph, { triggerType, triggerConfig }: WorkflowFields): Graph {
  const trigger = triggerStepOf(graph);
  const steps = graph.steps.map((step) => (step === trigger ? { ...step, config: triggerConfig ?? {} } : step));
  return { ...graph, trigger: { type: triggerType, config: triggerConfig }, steps };
}

/** Errors that an enabled workflow has already, because a domain lost its verification, refuse no other change of it. */
async function requireReady(tx: ProjectTx, before: WholeWorkflow, changed: Graph): Promise<void> {
  const { id, enabled } = before.workflow;
  const errors = errorsOf(await loadProblems(tx, id, changed));
  const known = enabled && errors.length > 0 ? errorsOf(await loadProblems(tx, id, graphOf(before))) : [];
  const isNew = (error: GraphProblem) =>
    !known.some(({ stepId, code }) => stepId === error.stepId && code === error.code);
  if (errors.some(isNew)) throw WorkflowNotReady(errors);
}

const errorsOf = (problems: readonly GraphProblem[]): GraphProblem[] =>
  problems.filter(({ level }) => level === 'error');

async function saveWorkflow(tx: ProjectTx, { id, ...workflow }: Workflow): Promise<void> {
  const { name, description, enabled, triggerType, triggerConfig, allowReentry, version } = workflow;
  await tx.db
    .updateTable('workflows')
    .set({ name, description, enabled, triggerType, allowReentry, version, updatedAt: tx.now })
    .set({ triggerConfig: triggerConfig && JSON.stringify(triggerConfig), triggerEvent: triggerEvent(workflow) })
    .where('projectId', '=', tx.projectId)
    .where('id', '=', id)
    .execute();
}

/** The event that starts it, as it is recorded. */
function triggerEvent({ triggerType, triggerConfig }: Pick<Workflow, 'triggerType' | 'triggerConfig'>): string | null {
  const name = triggerType === 'EVENT' ? triggerConfig?.eventName : null;
  return typeof name === 'string' ? canonicalEventName(name) : null;
}
