import { sql } from 'kysely';
import type { ContactId } from '#features/contacts';
import type { ProjectContext, ProjectReader, ProjectTx } from '#platform/context';
import type { Claim, ClaimEnding } from '#platform/spool';
import type { Graph } from '#pure/workflow-graph';
import { executionColumns, toExecution } from '../executions/execution-row.ts';
import { loadGraphs } from '../executions/load-graphs.ts';
import { StoredRun } from '../executions/stored-run.ts';
import type { WebhookRequest } from '../steps/webhook-request.ts';
import type { WorkflowId } from '../workflow.ts';

/** What is known of a claimed call before it has a slot. */
export interface ClaimedCall extends CallRow {
  readonly graph: Graph;
}

interface CallRow {
  readonly executionId: string;
  readonly contactId: ContactId;
  readonly workflowId: WorkflowId;
  readonly url: string;
  /** The version its execution runs on; null when that has ended, or is no longer at this step. */
  readonly version: number | null;
  readonly isDisabled: boolean;
}

export const isCall = (loaded: ClaimedCall | ClaimEnding): loaded is ClaimedCall =>
  typeof loaded === 'object' && 'graph' in loaded;

/** A claimed call, or how the claim ends because there is nothing to call. */
export async function loadClaimed(ctx: ProjectContext, claim: Claim): Promise<ClaimedCall | ClaimEnding> {
  const call = await ctx.read((reader) => findClaimed(reader, claim));
  if (!call) return 'ended'; // another worker has it, or it is gone
  if (call.version === null) return 'done';
  const version = { workflowId: call.workflowId, version: call.version };
  const graph = (await loadGraphs(ctx, [version]))(version);
  if (graph) return { ...call, graph };
  await ctx.transaction((tx) => giveBack(tx, claim, call));
  return 'done';
}

/** An execution whose workflow is gone: those who go on with executions know what to do with it. */
async function giveBack({ db, projectId }: ProjectTx, claim: Claim, { executionId }: CallRow): Promise<void> {
  await sql`
    update executions set due_at = now()
     where project_id = ${projectId} and id = ${executionId} and step_execution_id = ${claim.id}
       and lease_until is null`.execute(db);
}

async function findClaimed({ db, projectId }: ProjectReader, claim: Claim): Promise<CallRow | null> {
  const { rows } = await sql<CallRow>`
    select c.execution_id, c.contact_id, c.workflow_id, c.url, x.version, p.disabled_reason is not null as is_disabled
      from workflow_calls c
      join projects p on p.id = c.project_id
      left join executions x on x.project_id = c.project_id and x.id = c.execution_id and x.step_execution_id = c.id
     where c.project_id = ${projectId} and c.id = ${claim.id} and c.fence = ${claim.fence}`.execute(db);
  return rows[0] ?? null;
}

/** A call under its claim, and its execution if that is still at the step that calls. */
export interface LockedCall {
  readonly request: WebhookRequest;
  readonly run: StoredRun | null;
}

/**
 * Locks the execution, then the call, so that nobody else goes on with either before the transaction ends. Null when another worker has
 * the call by now: then nothing may be written.
 */
export async function lockCall(
  { db, projectId }: ProjectTx,
  claim: Claim,
  { executionId, graph }: ClaimedCall,
): Promise<LockedCall | null> {
  const execution = await db
    .selectFrom('executions')
    .select(executionColumns)
    .where('projectId', '=', projectId)
    .where('id', '=', executionId)
    .where('stepExecutionId', '=', claim.id)
    .forUpdate()
    .executeTakeFirst();
  const call = await db
    .selectFrom('workflowCalls')
    .select(['url', 'method', 'headers', 'body'])
    .where('projectId', '=', projectId)
    .where('id', '=', claim.id)
    .where('fence', '=', claim.fence)
    .forUpdate()
    .executeTakeFirst();
  if (!call) return null;
  return {
    request: { ...call, headers: call.headers as WebhookRequest['headers'] }, // written by insertCalls alone
    run: execution ? new StoredRun({ stored: toExecution(execution, graph), graph }) : null,
  };
}
