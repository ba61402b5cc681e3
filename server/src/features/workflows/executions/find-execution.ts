import { sql } from 'kysely';
import type { ProjectReader } from '#platform/context';
import type { JsonObject } from '#pure/custom-fields';
import type { Graph, OpenStep, StepError, StepType } from '#pure/workflow-graph';
import { loadWholeWorkflow } from '../load-workflow.ts';
import { ExecutionNotFound, WorkflowNotFound } from '../refusals.ts';
import { graphOf, type WorkflowId } from '../workflow.ts';
import type { ExecutionId } from './execution.ts';
import { type ExecutionRecord, findShownWorkflow, recordsOf, type ShownWorkflow } from './execution-record.ts';

/** A step of an execution: one that has ended, or the open one (D-929). */
export interface StepRecord {
  readonly id: string;
  readonly stepId: string;
  readonly name: string;
  readonly type: StepType;
  readonly status: OpenStep['status'] | 'COMPLETED' | 'FAILED' | 'SKIPPED';
  readonly scheduledFor: string | null;
  readonly executeAfter: string | null;
  readonly attempt: number;
  readonly output: JsonObject | null;
  readonly error: StepError | null;
  readonly startedAt: string | null;
  readonly completedAt: string | null;
}

export interface ExecutionDetails {
  readonly workflow: ShownWorkflow;
  readonly execution: ExecutionRecord;
  readonly steps: readonly StepRecord[];
  /** The graph on which it runs. */
  readonly graph: Pick<Graph, 'steps' | 'transitions'>;
}

interface DetailsRow extends ExecutionRecord {
  readonly ended: readonly StepRecord[] | null;
  readonly graph: Graph | null;
}

/** The record alone; throws ExecutionNotFound if the workflow has none with this id. */
export async function findExecution(
  reader: ProjectReader,
  workflow: ShownWorkflow,
  id: ExecutionId,
): Promise<ExecutionRecord> {
  const { rows } = await recordsOf(reader.projectId, { workflow, ids: oneId(id), hasContext: true }).execute(reader.db);
  const [execution] = rows;
  if (execution?.workflowId !== workflow.id) throw ExecutionNotFound(id);
  return execution;
}

/** An execution with its steps in order and the graph on which it runs. */
export async function loadExecution(
  reader: ProjectReader,
  workflowId: WorkflowId,
  id: ExecutionId,
): Promise<ExecutionDetails> {
  const workflow = await requireShownWorkflow(reader, workflowId);
  const wanted = { workflow, ids: oneId(id), hasContext: true, more: detailColumns(reader) };
  const { rows } = await recordsOf(reader.projectId, wanted).execute(reader.db);
  const row = rows[0] as DetailsRow | undefined; // with the columns of detailColumns
  if (row?.workflowId !== workflow.id) throw ExecutionNotFound(id);
  const { ended, graph, ...execution } = row;
  return {
    workflow,
    execution,
    steps: [...(ended ?? []), ...openStep(execution)],
    graph: graph ?? (await presentGraph(reader, workflow, execution)),
  };
}

export async function requireShownWorkflow(reader: ProjectReader, id: WorkflowId): Promise<ShownWorkflow> {
  const workflow = await findShownWorkflow(reader, id);
  if (!workflow) throw WorkflowNotFound(id);
  return workflow;
}

const oneId = (id: ExecutionId) => sql`select ${id}::uuid as id`;

/** At most one ended step for each step of the graph, which has no cycles. */
const detailColumns = ({ projectId }: ProjectReader) => [
  sql`(select jsonb_agg(jsonb_build_object('id', s.id, 'stepId', s.step_id, 'name', s.name, 'type', s.type, 'status', s.status,
            'scheduledFor', s.scheduled_for, 'executeAfter', s.execute_after, 'attempt', s.attempt, 'output', s.output,
            'error', s.error, 'startedAt', s.started_at, 'completedAt', s.completed_at) order by s.number)
     from step_executions s where s.project_id = ${projectId} and s.execution_id = e.id) as ended`,
  sql`(select v.graph from workflow_versions v
    where v.project_id = ${projectId} and v.workflow_id = e.workflow_id and v.version = e.version) as graph`,
];

/** The open step. That of an execution which was cancelled is skipped already; one that no worker has begun has none. */
function openStep({ stepExecutionId, stepId, step, open, status, completedAt }: ExecutionRecord): StepRecord[] {
  if (stepExecutionId === null || open === null || step === null) return [];
  return [
    {
      ...{ id: stepExecutionId, stepId, name: step.name, type: step.type },
      status: status === 'CANCELLED' ? 'SKIPPED' : (open.status ?? 'PENDING'),
      scheduledFor: open.scheduledFor ?? null,
      executeAfter: open.executeAfter ?? null,
      attempt: open.attempt ?? 1,
      output: open.output ?? null,
      error: open.error ?? null,
      startedAt: open.startedAt ?? null,
      completedAt: completedAt?.toISOString() ?? null,
    },
  ];
}

/** Of a workflow that was enabled before graphs were stored by version, until a worker stores it. */
async function presentGraph(
  reader: ProjectReader,
  workflow: ShownWorkflow,
  { version }: ExecutionRecord,
): Promise<ExecutionDetails['graph']> {
  if (workflow.version !== version) return { steps: [], transitions: [] };
  return graphOf(await loadWholeWorkflow(reader, workflow.id));
}
