import { type RawBuilder, sql } from 'kysely';
import type { ProjectReader } from '#platform/context';
import { limits } from '#pure/limits';
import type { WorkflowId } from '../workflow.ts';

/** How many executions of a workflow there are; `executions` are all that ever started (D-901). */
export interface WorkflowCounts {
  readonly executions: number;
  readonly activeExecutions: number;
  readonly running: number;
  readonly waiting: number;
  readonly failed24h: number;
}

/** Executions that no worker has begun are in no count yet. Limit: no more of them are counted. */
export const notBegun = (
  projectId: string,
  workflowId: RawBuilder<unknown> | string,
  columns = sql`1`,
): RawBuilder<unknown> => sql`
  select ${columns} from executions x
   where x.project_id = ${projectId} and x.workflow_id = ${workflowId} and x.step_id is null limit ${limits.executionsLookedAt}`;

/** The counts of these workflows, which the caller has bounded. */
export async function loadWorkflowCounts(
  { db, projectId }: ProjectReader,
  ids: readonly WorkflowId[],
): Promise<Map<string, WorkflowCounts>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<WorkflowCounts & { id: string }>`
    select w.id, (c.started + n.new)::float8 as executions, (c.running + c.waiting + n.new)::float8 as active_executions,
           (c.running + n.new)::float8 as running, c.waiting::float8 as waiting, h.failed::float8 as failed24h
      from unnest((select ${ids}::uuid[])) w (id)
     cross join lateral (
       select coalesce(sum(started), 0) as started, coalesce(sum(running), 0) as running, coalesce(sum(waiting), 0) as waiting
         from workflow_counts where project_id = ${projectId} and workflow_id = w.id) c
     cross join lateral (select count(*) as new from (${notBegun(projectId, sql`w.id`)}) x) n
     cross join lateral (
       select coalesce(sum(failed), 0) as failed from workflow_hours
        where project_id = ${projectId} and workflow_id = w.id and hour > now() - interval '24 hours') h`.execute(db);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

export interface VersionCount {
  readonly version: number;
  readonly count: number;
}

/** Active executions by the version on which they run. */
export async function loadActiveByVersion(
  { db, projectId }: ProjectReader,
  workflowId: WorkflowId,
): Promise<VersionCount[]> {
  const { rows } = await sql<VersionCount>`
    select v.version, sum(v.count)::float8 as count from (
      select version, sum(running + waiting) as count from workflow_counts
       where project_id = ${projectId} and workflow_id = ${workflowId} group by version
      union all
      select x.version, count(*) from (${notBegun(projectId, workflowId, sql`x.version`)}) x group by x.version) v
     group by v.version having sum(v.count) > 0 order by v.version`.execute(db);
  return rows;
}

export interface StepCounts {
  readonly stepId: string;
  readonly entered: number;
  /** Executions that are at the step now. */
  readonly active: number;
  readonly completed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** The counts of the present steps of a workflow, in their order. An execution that no worker has begun is at TRIGGER. */
export async function loadStepCounts({ db, projectId }: ProjectReader, workflowId: WorkflowId): Promise<StepCounts[]> {
  const { rows } = await sql<StepCounts>`
    select s.id as step_id, (c.entered + n.new)::float8 as entered, c.completed::float8 as completed, c.failed::float8 as failed,
           c.skipped::float8 as skipped, (c.entered + n.new - c.completed - c.failed - c.skipped)::float8 as active
      from workflow_steps s
     cross join lateral (
       select coalesce(sum(entered), 0) as entered, coalesce(sum(completed), 0) as completed, coalesce(sum(failed), 0) as failed,
              coalesce(sum(skipped), 0) as skipped
         from workflow_step_counts where project_id = ${projectId} and workflow_id = ${workflowId} and step_id = s.id) c
     cross join lateral (
       select count(*) as new from (${notBegun(projectId, workflowId)}) x where s.type = 'TRIGGER') n
     where s.project_id = ${projectId} and s.workflow_id = ${workflowId} order by s.number`.execute(db);
  return rows;
}
