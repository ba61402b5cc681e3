import { CompiledQuery } from 'kysely';
import { ContactNotFound } from '#features/contacts';
import type { ProjectContext, ProjectTx } from '#platform/context';
import type { Refusal } from '#platform/refusals';
import type { JsonObject } from '#pure/custom-fields';
import { lockWholeWorkflow } from '../load-workflow.ts';
import type { WorkflowId } from '../workflow.ts';
import type { ExecutionId } from './execution.ts';
import type { ExecutionRecord, ShownWorkflow } from './execution-record.ts';
import { findExecution, requireShownWorkflow } from './find-execution.ts';
import { refusalToStart } from './refusal-to-start.ts';
import { saveVersion } from './save-version.ts';
import { executionsSpool } from './spool.ts';
import { findKeyedExecution, keepKey, lockKey } from './start-keys.ts';
import { startStatement } from './start-statement.ts';

export interface ManualStart {
  readonly contact: { readonly id: string } | { readonly email: string };
  /** Limit: the caller has checked its size. */
  readonly context: JsonObject;
  readonly key: string | null;
}

export interface StartedExecution {
  readonly execution: ExecutionRecord;
  /** False: an earlier start with the same key. */
  readonly isNew: boolean;
}

/**
 * Lets a contact enter a workflow by hand (D-930). A repeat with the same key finds the first execution, whatever became of it (D-943).
 * Why the refusal is thrown after the commit: an entry that the limit of an hour has stopped is counted (D-935).
 */
export async function startExecution(
  ctx: ProjectContext,
  workflowId: WorkflowId,
  start: ManualStart,
): Promise<StartedExecution> {
  const outcome = await ctx.transaction((tx) => enter(tx, workflowId, start));
  if ('refusal' in outcome) throw outcome.refusal;
  return outcome;
}

async function enter(
  tx: ProjectTx,
  workflowId: WorkflowId,
  { contact, context, key }: ManualStart,
): Promise<StartedExecution | { readonly refusal: Refusal }> {
  const workflow = await requireShownWorkflow(tx, workflowId);
  if (key !== null) {
    await lockKey(tx, workflowId, key);
    const execution = await findKeyedExecution(tx, workflow, key);
    if (execution) return { execution, isNew: false };
  }
  const contactId = await holdContact(tx, contact);
  await requireVersion(tx, workflow);
  for (let attempt = 1; ; attempt += 1) {
    const id = await insertStart(tx, workflowId, { contactId, context, key });
    if (id !== null) {
      if (key !== null) await keepKey(tx, workflowId, key, id);
      tx.afterCommit(executionsSpool.wake);
      return { execution: await findExecution(tx, workflow, id), isNew: true };
    }
    const refusal = await refusalToStart(tx, workflowId, contactId);
    if (refusal) return { refusal };
    if (attempt === maxAttempts) throw new Error('a start is refused again and again without a reason');
  }
}

/** What refused a start may be gone when its reason is looked for. */
const maxAttempts = 5;

/** The contact is not deleted before the transaction ends. */
async function holdContact({ db, projectId }: ProjectTx, given: ManualStart['contact']): Promise<string> {
  const contacts = db.selectFrom('contacts').select('id').where('projectId', '=', projectId);
  const isGiven = 'id' in given ? contacts.where('id', '=', given.id) : contacts.where('email', '=', given.email);
  const found = await isGiven.forKeyShare().executeTakeFirst();
  if (!found) throw ContactNotFound('id' in given ? given.id : undefined);
  return found.id;
}

/** A workflow that was enabled before graphs were stored by version has none yet; every other stores it when it is saved (D-933). */
async function requireVersion(tx: ProjectTx, { id, version }: ShownWorkflow): Promise<void> {
  const stored = await tx.db
    .selectFrom('workflowVersions')
    .select('version')
    .where('projectId', '=', tx.projectId)
    .where('workflowId', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  if (!stored) await saveVersion(tx, await lockWholeWorkflow(tx, id));
}

async function insertStart(
  tx: ProjectTx,
  workflowId: WorkflowId,
  { contactId, context, key }: { contactId: string; context: JsonObject; key: string | null },
): Promise<ExecutionId | null> {
  const values = [tx.projectId, workflowId, contactId, contextText(context), key];
  const { rows } = await tx.db.executeQuery<{ id: ExecutionId }>(CompiledQuery.raw(startByHand, values));
  return rows[0]?.id ?? null;
}

const contextText = (context: JsonObject): string | null =>
  Object.keys(context).length === 0 ? null : JSON.stringify(context);

/** $2 the workflow, $3 the contact, $4 the context as JSON, $5 the key. Nothing led to it, so its depth is the first. */
const startByHand = startStatement(`
  select w.id as workflow_id, w.version, $3::uuid as contact_id, null::uuid as event_id, null::text as event_name, $4::text as context,
         clock_timestamp() as arrived_at, 1 as depth, false as is_public, 'MANUAL' as trigger_type,
         null::timestamptz as scheduled_at, $5::text as key
    from workflows w where w.project_id = $1 and w.id = $2 and w.enabled and w.paused_at is null`);
