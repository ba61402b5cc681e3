import { isDeepStrictEqual } from 'node:util';
import type { ProjectTx } from '#platform/context';
import type { Graph, Step, Transition } from '#pure/workflow-graph';
import type { WholeWorkflow } from './workflow.ts';

export interface StepPlace {
  readonly x: number;
  readonly y: number;
}

export interface NewTransition {
  readonly priority: number;
}

/** What a graph does not hold of its rows. */
interface RowExtras {
  readonly places?: ReadonlyMap<string, StepPlace> | undefined;
  readonly newTransitions?: ReadonlyMap<string, NewTransition> | undefined;
}

/** Writes what differs between a stored graph and a new one. False if nothing does. */
export async function saveGraph(
  tx: ProjectTx,
  before: WholeWorkflow,
  after: Graph,
  { places, newTransitions }: RowExtras,
): Promise<boolean> {
  const steps = changesOf(before.steps, after.steps, (old, step) => {
    const place = places?.get(step.id) ?? old;
    return isSameStep(old, step) && place.x === old.x && place.y === old.y;
  });
  const transitions = changesOf(before.transitions, after.transitions, isSameTransition);
  // Why in this order: a branch leads to one step at every moment, and transitions stand between steps that exist.
  await remove(tx, 'workflowTransitions', transitions.gone);
  for (const step of steps.changed) await updateStep(tx, step, places?.get(step.id));
  if (steps.added.length > 0) await insertSteps(tx, before, steps.added, places);
  for (const transition of transitions.changed) await updateTransition(tx, transition);
  if (transitions.added.length > 0) await insertTransitions(tx, before, transitions.added, newTransitions);
  await remove(tx, 'workflowSteps', steps.gone);
  return [steps, transitions].some(({ gone, changed, added }) => gone.length + changed.length + added.length > 0);
}

interface Changes<Item> {
  readonly gone: readonly string[];
  readonly changed: readonly Item[];
  readonly added: readonly Item[];
}

function changesOf<Old extends { readonly id: string }, Item extends { readonly id: string }>(
  before: readonly Old[],
  after: readonly Item[],
  isSame: (old: Old, item: Item) => boolean,
): Changes<Item> {
  const known = new Map(before.map((old) => [old.id, old]));
  const kept = new Set(after.map(({ id }) => id));
  const differs = (item: Item): boolean => {
    const old = known.get(item.id);
    return old !== undefined && !isSame(old, item);
  };
  return {
    gone: before.map(({ id }) => id).filter((id) => !kept.has(id)),
    changed: after.filter(differs),
    added: after.filter(({ id }) => !known.has(id)),
  };
}

/** The config of TRIGGER is stored with the workflow. */
const isSameStep = (old: Step, { name, type, config, templateId }: Step): boolean =>
  old.name === name && old.templateId === templateId && (type === 'TRIGGER' || isDeepStrictEqual(old.config, config));

const isSameTransition = (old: Transition, { toStepId, branch, automatic }: Transition): boolean =>
  old.toStepId === toStepId && old.branch === branch && old.automatic === automatic;

async function remove(
  { db, projectId }: ProjectTx,
  table: 'workflowSteps' | 'workflowTransitions',
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await db.deleteFrom(table).where('projectId', '=', projectId).where('id', 'in', ids).execute();
}

async function updateStep(
  { db, projectId, now }: ProjectTx,
  { id, name, type, config, templateId }: Step,
  place: StepPlace | undefined,
): Promise<void> {
  await db
    .updateTable('workflowSteps')
    .set({ name, templateId, config: storedConfig({ type, config }), updatedAt: now, ...place })
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .execute();
}

const storedConfig = ({ type, config }: Pick<Step, 'type' | 'config'>): string =>
  JSON.stringify(type === 'TRIGGER' ? {} : config);

async function insertSteps(
  { db, projectId, now }: ProjectTx,
  { workflow, steps: before }: WholeWorkflow,
  steps: readonly Step[],
  places: RowExtras['places'],
): Promise<void> {
  const last = lastNumber(before);
  const rows = steps.map(({ id, name, type, config, templateId }, index) => ({
    ...{
      projectId,
      workflowId: workflow.id,
      number: last + 1 + index,
      id,
      name,
      type,
      templateId,
      config: storedConfig({ type, config }),
    },
    ...{ x: 0, y: 0, ...places?.get(id), createdAt: now, updatedAt: now },
  }));
  await db.insertInto('workflowSteps').values(rows).execute();
}

/** The caller has locked the workflow, so no two rows get one number. */
const lastNumber = (rows: readonly { readonly number: number }[]): number =>
  Math.max(0, ...rows.map((row) => row.number));

async function updateTransition(
  { db, projectId, now }: ProjectTx,
  { id, toStepId, branch, automatic }: Transition,
): Promise<void> {
  await db
    .updateTable('workflowTransitions')
    .set({ toStepId, branch, automatic, updatedAt: now })
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .execute();
}

async function insertTransitions(
  { db, projectId, now }: ProjectTx,
  { workflow, transitions: before }: WholeWorkflow,
  transitions: readonly Transition[],
  extras: RowExtras['newTransitions'],
): Promise<void> {
  const last = lastNumber(before);
  const rows = transitions.map(({ id, fromStepId, toStepId, branch, automatic }, index) => ({
    ...{ projectId, workflowId: workflow.id, number: last + 1 + index, id, fromStepId, toStepId, branch, automatic },
    ...{ priority: extras?.get(id)?.priority ?? 0, createdAt: now, updatedAt: now },
  }));
  await db.insertInto('workflowTransitions').values(rows).execute();
}
