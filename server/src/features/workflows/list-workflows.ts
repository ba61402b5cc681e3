import { sql } from 'kysely';
import type { ProjectContext } from '#platform/context';
import { loadWorkflowCounts, type WorkflowCounts } from './executions/workflow-counts.ts';
import type { Workflow } from './workflow.ts';
import { toWorkflow, workflowColumns } from './workflow-row.ts';

export interface WorkflowListQuery {
  readonly page: number;
  readonly pageSize: number;
  readonly status?: 'active' | 'disabled' | undefined;
  readonly search?: string | undefined;
  readonly sort: 'name' | 'createdAt' | 'updatedAt' | 'steps';
  readonly dir: 'asc' | 'desc';
}

export interface ListedWorkflow extends Workflow {
  /** Without TRIGGER. */
  readonly steps: number;
  readonly counts: WorkflowCounts;
}

/** One page of a project's workflows. They are searched one by one: a project has at most 500. */
export function listWorkflows(
  ctx: ProjectContext,
  { page, pageSize, status, search, sort, dir }: WorkflowListQuery,
): Promise<{ workflows: ListedWorkflow[]; total: number }> {
  return ctx.read(async (reader) => {
    const { db, projectId } = reader;
    let found = db.selectFrom('workflows as w').where('w.projectId', '=', projectId);
    if (status !== undefined) found = found.where('w.enabled', '=', status === 'active');
    if (search !== undefined) found = found.where(isFound(search));
    const rows = await found
      .select(workflowColumns.map((column) => `w.${column}` as const))
      .select(steps.as('steps'))
      .orderBy(orders[sort], dir)
      .orderBy('w.id', dir)
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute();
    const { total } = await found.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
    const shown = rows.map((row) => ({ ...toWorkflow(row), steps: Number(row.steps) }));
    const counts = await loadWorkflowCounts(
      reader,
      shown.map(({ id }) => id),
    );
    const workflows = shown.map((workflow) => ({ ...workflow, counts: countsOf(counts, workflow) }));
    return { workflows, total: Number(total) };
  });
}

function countsOf(counts: ReadonlyMap<string, WorkflowCounts>, { id }: Workflow): WorkflowCounts {
  const own = counts.get(id);
  if (!own) throw new Error('every workflow that is asked for has counts');
  return own;
}

const isFound = (search: string) =>
  sql<boolean>`strpos(lower(concat_ws(E'\\n', w.name, w.description)), lower(${search})) > 0`;

const steps = sql<string>`(select count(*) from workflow_steps s
  where s.project_id = w.project_id and s.workflow_id = w.id and s.type <> 'TRIGGER')`;

const orders = {
  name: sql`lower(w.name)`,
  createdAt: sql`w.created_at`,
  updatedAt: sql`w.updated_at`,
  steps,
};
