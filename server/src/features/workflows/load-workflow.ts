import type { ProjectReader, ProjectTx } from '#platform/context';
import { WorkflowNotFound } from './refusals.ts';
import type { WholeWorkflow, Workflow, WorkflowId, WorkflowStep, WorkflowTransition } from './workflow.ts';
import { toWorkflow, workflowColumns } from './workflow-row.ts';

const byId = ({ db, projectId }: ProjectReader, id: WorkflowId) =>
  db.selectFrom('workflows').select(workflowColumns).where('projectId', '=', projectId).where('id', '=', id);

/** A workflow of this project without its graph; throws WorkflowNotFound if there is none. */
export async function findWorkflow(reader: ProjectReader, id: WorkflowId): Promise<Workflow> {
  const row = await byId(reader, id).executeTakeFirst();
  if (!row) throw WorkflowNotFound(id);
  return toWorkflow(row);
}

/** The same, locked: changes of one workflow and of its graph run one after the other. */
export async function lockWorkflow(tx: ProjectTx, id: WorkflowId): Promise<Workflow> {
  const row = await byId(tx, id).forNoKeyUpdate().executeTakeFirst();
  if (!row) throw WorkflowNotFound(id);
  return toWorkflow(row);
}

/** A workflow with its graph. */
export const loadWholeWorkflow = async (reader: ProjectReader, id: WorkflowId): Promise<WholeWorkflow> =>
  withGraph(reader, await findWorkflow(reader, id));

/** The same, locked. */
export const lockWholeWorkflow = async (tx: ProjectTx, id: WorkflowId): Promise<WholeWorkflow> =>
  withGraph(tx, await lockWorkflow(tx, id));

async function withGraph(reader: ProjectReader, workflow: Workflow): Promise<WholeWorkflow> {
  const steps = await loadSteps(reader, workflow);
  return { workflow, steps, transitions: await loadTransitions(reader, workflow.id) };
}

async function loadSteps({ db, projectId }: ProjectReader, workflow: Workflow): Promise<WorkflowStep[]> {
  const rows = await db
    .selectFrom('workflowSteps as s')
    .leftJoin('templates as t', (join) =>
      join.onRef('t.projectId', '=', 's.projectId').onRef('t.id', '=', 's.templateId'),
    )
    .select([
      's.id',
      's.type',
      's.name',
      's.config',
      's.templateId',
      's.number',
      's.x',
      's.y',
      's.createdAt',
      's.updatedAt',
    ])
    .select('t.name as templateName')
    .where('s.projectId', '=', projectId)
    .where('s.workflowId', '=', workflow.id)
    .orderBy('s.number')
    .execute();
  return rows.map(({ config, ...row }) => ({
    ...row,
    // The cast: configs have no other writer than this feature, which checked them.
    config: row.type === 'TRIGGER' ? (workflow.triggerConfig ?? {}) : (config as WorkflowStep['config']),
  }));
}

async function loadTransitions({ db, projectId }: ProjectReader, id: WorkflowId): Promise<WorkflowTransition[]> {
  return db
    .selectFrom('workflowTransitions')
    .select(['id', 'fromStepId', 'toStepId', 'branch', 'priority', 'automatic', 'number', 'createdAt', 'updatedAt'])
    .where('projectId', '=', projectId)
    .where('workflowId', '=', id)
    .orderBy('number')
    .execute();
}
