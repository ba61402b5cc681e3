import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';
import type { Refusal } from '#platform/refusals';
import { limits } from '#pure/limits';
import {
  EntryLimitReached,
  ExecutionActive,
  ReentryNotAllowed,
  WorkflowDisabled,
  WorkflowNotFound,
} from '../refusals.ts';
import type { WorkflowId } from '../workflow.ts';

interface EntryFacts {
  readonly enabled: boolean;
  readonly isPaused: boolean;
  readonly allowReentry: boolean;
  /** The entry row's execution, while it is kept. */
  readonly executionId: string | null;
  readonly isActive: boolean;
  readonly hasFinished: boolean;
  readonly isOverLimit: boolean;
}

/** Why a contact did not enter a workflow; null when nothing is in its way any more. The rules are those of startStatement. */
export async function refusalToStart(
  { db, projectId }: ProjectTx,
  workflowId: WorkflowId,
  contactId: string,
): Promise<Refusal | null> {
  const { rows } = await sql<EntryFacts>`
    select w.enabled, w.paused_at is not null as is_paused, w.allow_reentry,
           (select x.id from executions x where x.project_id = e.project_id and x.id = e.execution_id
            union all
            select x.id from finished_executions x where x.project_id = e.project_id and x.id = e.execution_id) as execution_id,
           coalesce(e.active_since is not null and e.active_since <= w.cancelled_through is not true, false) as is_active,
           coalesce(e.has_finished, false) as has_finished,
           coalesce(e.entries >= ${limits.workflowEntries.max}
             and e.hour_began > now() - make_interval(secs => ${limits.workflowEntries.windowSeconds}), false) as is_over_limit
      from workflows w
      left join workflow_entries e on e.project_id = w.project_id and e.workflow_id = w.id and e.contact_id = ${contactId}
     where w.project_id = ${projectId} and w.id = ${workflowId}`.execute(db);
  const [facts] = rows;
  if (!facts) return WorkflowNotFound(workflowId);
  if (!facts.enabled) return WorkflowDisabled('DISABLED');
  if (facts.isPaused) return WorkflowDisabled('PAUSED');
  if (!facts.allowReentry && (facts.isActive || facts.hasFinished)) return ReentryNotAllowed(facts.executionId);
  if (facts.isActive) return ExecutionActive(facts.executionId);
  return facts.isOverLimit ? EntryLimitReached() : null;
}
