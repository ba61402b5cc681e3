import { CompiledQuery } from 'kysely';
import type { ProjectTx } from '#platform/context';
import { writeLater } from '#platform/db';
import { isActive, storedOpenStep } from '#pure/workflow-graph';
import { countFailures, executionCounts, stepCounts } from './count-progress.ts';
import type { Progress } from './execution.ts';

/**
 * Writes what became of executions: their new states, or their ends; the steps that ended; counts and entries. The statements are sent
 * with the next one, or with the commit. A claim of such a row is void afterwards. Waking the spool is left to the caller.
 * The caller has locked the rows of these executions in this transaction, and has removed the waits of those that leave one.
 */
export function storeProgress(tx: ProjectTx, progress: readonly Progress[]): void {
  if (progress.length === 0) return;
  const write = (text: string, rows: readonly object[], ...more: unknown[]): void => {
    if (rows.length > 0) writeLater(tx.db, CompiledQuery.raw(text, [tx.projectId, JSON.stringify(rows), ...more]));
  };
  write(updateActive, progress.flatMap(activeRow), tx.now);
  write(moveFinished, progress.flatMap(finishedRow));
  write(insertSteps, progress.flatMap(stepRows));
  const slot = Math.floor(Math.random() * slots);
  write(addCounts, executionCounts(progress), slot);
  write(addStepCounts, stepCounts(progress), slot);
  write(addFailures, countFailures(progress), tx.now);
}

/** So many rows share each count, so that batches seldom wait for each other. */
const slots = 8;

function activeRow({ before, state, stepExecutionId, steps, lastEventId, dueAt, wokenBy }: Progress): object[] {
  if (!isActive(state)) return [];
  const hasContext = before.isNew || state.context !== before.state.context;
  return [
    {
      ...{ id: before.id, status: state.status, step_id: state.stepId, arrived_at: state.arrivedAt },
      ...{ step_execution_id: stepExecutionId, steps_ended: before.stepsEnded + steps.length },
      open: storedOpenStep(state.open),
      has_context: hasContext,
      context: hasContext && Object.keys(state.context).length > 0 ? state.context : null,
      last_event_id: lastEventId,
      woken_by: wokenBy ?? null,
      due_at: dueAt?.toISOString() ?? 'infinity',
    },
  ];
}

function finishedRow({ before, state }: Progress): object[] {
  if (isActive(state)) return [];
  const { id, workflowId: workflow_id, contactId: contact_id } = before;
  const { status, exitReason: exit_reason, stepId: step_id, context } = state;
  return [
    {
      ...{
        id,
        workflow_id,
        contact_id,
        status,
        exit_reason,
        step_id,
        context: Object.keys(context).length > 0 ? context : null,
      },
    },
  ];
}

const stepRows = ({ before, steps }: Progress): object[] =>
  steps.map((step) => ({
    ...{
      id: step.id,
      execution_id: before.id,
      workflow_id: before.workflowId,
      contact_id: before.contactId,
      step_id: step.stepId,
      number: step.number,
    },
    ...{ name: step.name, type: step.type, status: step.status, branch: step.branch, attempt: step.attempt },
    ...{ scheduled_for: step.scheduledFor, execute_after: step.executeAfter, output: step.output, error: step.error },
    ...{ started_at: step.startedAt, completed_at: step.completedAt },
  }));

/** Why the context is kept where it did not change: a large one is then not written again. */
const updateActive = `
  update executions x
     set status = n.status, step_id = n.step_id, step_execution_id = n.step_execution_id, steps_ended = n.steps_ended, open = n.open,
         arrived_at = n.arrived_at, context = case when n.has_context then n.context else x.context end,
         last_event_id = n.last_event_id, woken_by = n.woken_by, is_held = false, updated_at = $3,
         due_at = greatest(n.due_at, now()), lease_until = null, fence = null, claims = 0
    from json_to_recordset($2::json) n (id uuid, status text, step_id uuid, step_execution_id uuid, steps_ended smallint,
         open jsonb, arrived_at timestamptz, has_context boolean, context jsonb, last_event_id uuid, woken_by jsonb, due_at timestamptz)
   where x.project_id = $1 and x.id = n.id`;

/**
 * Who is cancelled may enter again (08, 5.2); an entry that is another execution's by now is left alone.
 * Why the clock: the live stream counts on records whose moment is read after the lock on their table is taken.
 */
const moveFinished = `
  with ended as (
    select * from json_to_recordset($2::json)
      as n (id uuid, workflow_id uuid, contact_id uuid, status text, exit_reason text, step_id uuid, context jsonb)),
  gone as (
    delete from executions x using ended n where x.project_id = $1 and x.id = n.id
    returning x.id, x.version, x.trigger_type, x.trigger_event_id, x.trigger_event, x.scheduled_at, x.key, x.started_at),
  entries as (
    update workflow_entries e
       set active_since = null, has_finished = e.has_finished or n.status <> 'CANCELLED',
           execution_id = case when n.status <> 'CANCELLED' then e.execution_id end
      from ended n
     where e.project_id = $1 and e.workflow_id = n.workflow_id and e.contact_id = n.contact_id and e.execution_id = n.id)
  insert into finished_executions (project_id, id, workflow_id, version, contact_id, status, exit_reason, step_id, context,
         trigger_type, trigger_event_id, trigger_event, scheduled_at, key, started_at, completed_at)
  select $1, n.id, n.workflow_id, g.version, n.contact_id, n.status, n.exit_reason, n.step_id, n.context,
         g.trigger_type, g.trigger_event_id, g.trigger_event, g.scheduled_at, g.key, g.started_at,
         date_trunc('milliseconds', clock_timestamp())
    from ended n join gone g on g.id = n.id`;

const insertSteps = `
  insert into step_executions (project_id, id, execution_id, workflow_id, contact_id, step_id, number, name, type, status, branch,
         attempt, scheduled_for, execute_after, output, error, started_at, completed_at)
  select $1, n.* from json_to_recordset($2::json) n (id uuid, execution_id uuid, workflow_id uuid, contact_id uuid, step_id uuid,
         number smallint, name text, type text, status text, branch text, attempt smallint, scheduled_for timestamptz, execute_after timestamptz,
         output jsonb, error jsonb, started_at timestamptz, completed_at timestamptz)`;

const addCounts = `
  insert into workflow_counts as c
         (project_id, workflow_id, version, slot, started, running, waiting, completed, exited, failed, cancelled, ended_at)
  select $1, n.workflow_id, n.version, $3, n.started, n.running, n.waiting, n.completed, n.exited, n.failed, n.cancelled,
         case when n.completed + n.exited + n.failed + n.cancelled > 0 then now() end
    from json_to_recordset($2::json) n (workflow_id uuid, version int, started bigint, running bigint, waiting bigint,
         completed bigint, exited bigint, failed bigint, cancelled bigint)
   order by n.workflow_id, n.version
  on conflict (project_id, workflow_id, version, slot) do update
     set started = c.started + excluded.started, running = c.running + excluded.running, waiting = c.waiting + excluded.waiting,
         completed = c.completed + excluded.completed, exited = c.exited + excluded.exited, failed = c.failed + excluded.failed,
         cancelled = c.cancelled + excluded.cancelled, ended_at = greatest(c.ended_at, excluded.ended_at)`;

const addStepCounts = `
  insert into workflow_step_counts as c (project_id, workflow_id, step_id, slot, entered, completed, failed, skipped)
  select $1, n.workflow_id, n.step_id, $3, n.entered, n.completed, n.failed, n.skipped
    from json_to_recordset($2::json) n (workflow_id uuid, step_id uuid, entered bigint, completed bigint, failed bigint, skipped bigint)
   order by n.workflow_id, n.step_id
  on conflict (project_id, workflow_id, step_id, slot) do update
     set entered = c.entered + excluded.entered, completed = c.completed + excluded.completed, failed = c.failed + excluded.failed,
         skipped = c.skipped + excluded.skipped`;

const addFailures = `
  insert into workflow_hours as h (project_id, workflow_id, hour, failed)
  select $1, n.workflow_id, date_trunc('hour', $3::timestamptz, 'UTC'), n.failed
    from json_to_recordset($2::json) n (workflow_id uuid, failed bigint) order by n.workflow_id
  on conflict (project_id, workflow_id, hour) do update set failed = h.failed + excluded.failed`;
