import { type RawBuilder, sql } from 'kysely';
import type { ContactId } from '#features/contacts';
import type { ProjectReader } from '#platform/context';
import type { JsonObject } from '#pure/custom-fields';
import type { OpenStep, StepType } from '#pure/workflow-graph';
import type { TriggerType, WorkflowId } from '../workflow.ts';
import type { ExecutionId, StepExecutionId } from './execution.ts';

export const executionStatuses = ['RUNNING', 'WAITING', 'COMPLETED', 'EXITED', 'FAILED', 'CANCELLED'] as const;
export type ExecutionStatus = (typeof executionStatuses)[number];

/** An execution as callers see it, active or finished (D-927). */
export interface ExecutionRecord {
  readonly id: ExecutionId;
  readonly workflowId: WorkflowId;
  readonly version: number;
  /** Null once the contact was deleted (D-947). */
  readonly contactId: ContactId | null;
  readonly email: string | null;
  readonly status: ExecutionStatus;
  readonly exitReason: string | null;
  /** The step it is at, or the last one it was at. */
  readonly stepId: string;
  /** Null if neither the workflow nor the graph has it any more. */
  readonly step: { readonly name: string; readonly type: StepType } | null;
  /** What the open step has beside what every pending one has; null when none is open. */
  readonly open: Partial<OpenStep> | null;
  readonly stepExecutionId: StepExecutionId | null;
  readonly context: JsonObject | null;
  readonly triggerType: TriggerType;
  readonly triggerEventId: string | null;
  readonly triggerEvent: string | null;
  readonly scheduledAt: Date | null;
  readonly key: string | null;
  readonly startedAt: Date;
  readonly completedAt: Date | null;
  readonly updatedAt: Date;
}

/** When something happens by itself to an execution that waits, and the event it waits for (D-927). */
export function waitOf({ status, open }: Pick<ExecutionRecord, 'status' | 'open'>): {
  dueAt: string | null;
  waitingFor: string | null;
} {
  if (status !== 'WAITING' || open === null) return { dueAt: null, waitingFor: null };
  const isEvent = open.status === 'WAITING';
  return {
    dueAt: (isEvent ? open.scheduledFor : open.executeAfter) ?? null,
    waitingFor: (isEvent ? open.waitingFor : null) ?? null,
  };
}

/** What records of executions need to know of their workflow. */
export interface ShownWorkflow {
  readonly id: WorkflowId;
  readonly name: string;
  readonly version: number;
  /** Executions that started up to here are cancelled, even if their row is not closed yet (D-944). */
  readonly cancelledThrough: Date | null;
  readonly triggerStepId: string;
}

export async function findShownWorkflow(
  { db, projectId }: ProjectReader,
  id: WorkflowId,
): Promise<ShownWorkflow | undefined> {
  const row = await db
    .selectFrom('workflows as w')
    .innerJoin('workflowSteps as s', (join) =>
      join.onRef('s.projectId', '=', 'w.projectId').onRef('s.workflowId', '=', 'w.id').on('s.type', '=', 'TRIGGER'),
    )
    .select(['w.name', 'w.version', 'w.cancelledThrough', 's.id as triggerStepId'])
    .where('w.projectId', '=', projectId)
    .where('w.id', '=', id)
    .executeTakeFirst();
  return row && { id, ...row };
}

/** Whether a row of `executions` is cancelled by the mark of its workflow. */
export const isMarked = (table: string, { cancelledThrough }: ShownWorkflow): RawBuilder<boolean> =>
  cancelledThrough === null ? sql`false` : sql`${sql.ref(`${table}.startedAt`)} <= ${cancelledThrough}`;

interface WantedRecords {
  readonly workflow: ShownWorkflow;
  /** A query with a column `id`. Limit: the caller has bounded it, and checks whose they are. */
  readonly ids: RawBuilder<unknown>;
  /** False: the context, which may be large, is null. */
  readonly hasContext: boolean;
  /** Columns of the execution `e`. */
  readonly more?: readonly RawBuilder<unknown>[];
}

/**
 * Records as one statement, so that an execution which ends meanwhile is found once. Why not by workflow: with old statistics the planner
 * would read all executions of the workflow for each id.
 */
export const recordsOf = (
  projectId: string,
  { workflow, ids, hasContext, more = [] }: WantedRecords,
): RawBuilder<ExecutionRecord> => sql`
  select e.*, ${sql.join([...more, emailOf(projectId), stepOf(projectId)])}
    from (${ids}) i
    cross join lateral (
      select x.id, x.workflow_id, x.version, x.contact_id, case when m.is_marked then 'CANCELLED' else x.status end as status,
             case when m.is_marked then 'cancelled_all' end as exit_reason, coalesce(x.step_id, ${workflow.triggerStepId}) as step_id,
             coalesce(x.open, '{}') as open, x.step_execution_id, case when ${hasContext} then coalesce(x.context, '{}') end as context,
             ${triggerColumns}, case when m.is_marked then ${workflow.cancelledThrough}::timestamptz end as completed_at,
             case when m.is_marked then ${workflow.cancelledThrough}::timestamptz else x.updated_at end as updated_at
        from executions x cross join lateral (select ${isMarked('x', workflow)} as is_marked) m
       where x.project_id = ${projectId} and x.id = i.id
      union all
      select x.id, x.workflow_id, x.version, x.contact_id, x.status, x.exit_reason, x.step_id, null, null,
             case when ${hasContext} and x.contact_id is not null then coalesce(x.context, '{}') end, ${triggerColumns}, x.completed_at, x.completed_at
        from finished_executions x where x.project_id = ${projectId} and x.id = i.id) e`;

const triggerColumns = sql`x.trigger_type, x.trigger_event_id, x.trigger_event, x.scheduled_at, x.key, x.started_at`;

const emailOf = (projectId: string): RawBuilder<unknown> =>
  sql`(select k.email from contacts k where k.project_id = ${projectId} and k.id = e.contact_id) as email`;

/** A step that was deleted is known to the graph of the version alone. */
const stepOf = (projectId: string): RawBuilder<unknown> => sql`
  coalesce(
    (select jsonb_build_object('name', s.name, 'type', s.type) from workflow_steps s
      where s.project_id = ${projectId} and s.id = e.step_id),
    (select jsonb_build_object('name', f.step -> 'name', 'type', f.step -> 'type')
       from workflow_versions v cross join lateral jsonb_path_query_first(v.graph, '$.steps[*] ? (@.id == $id)',
              jsonb_build_object('id', e.step_id)) f (step)
      where v.project_id = ${projectId} and v.workflow_id = e.workflow_id and v.version = e.version
        and f.step is not null)) as step`;
