import { loadWebhookSecrets } from '#features/projects';
import type { ProjectTx } from '#platform/context';
import { type Claim, completeIn, postponeIn } from '#platform/spool';
import { storeProgress } from '../executions/store-progress.ts';
import type { StoredRun } from '../executions/stored-run.ts';
import type { WebhookRequest } from '../steps/webhook-request.ts';
import { type ClaimedCall, lockCall } from './call-row.ts';

/** An attempt that may be made. */
export interface BegunCall {
  readonly request: WebhookRequest;
  readonly attempt: number;
  /** Those that sign now, the newest first. */
  readonly secrets: readonly string[];
}

/**
 * Stores that an attempt begins, before it is made: then the arrival at the next step is known whatever becomes of this process (D-934).
 * Null when there is nothing to call: the execution has ended or gone on, or another worker has the call.
 */
export async function beginCall(tx: ProjectTx, claim: Claim, call: ClaimedCall): Promise<BegunCall | null> {
  const locked = await lockCall(tx, claim, call);
  if (!locked) return null;
  const { request, run } = locked;
  if (!run) {
    await completeIn(tx, claim);
    return null;
  }
  if (await isCancelled(tx, run)) {
    run.feed({ kind: 'cancel', reason: 'cancelled_all' }, tx.now);
    storeProgress(tx, [run.progress({ dueAt: null })]);
    await completeIn(tx, claim);
    return null;
  }
  run.feed({ kind: 'due' }, tx.now);
  const { effect } = run;
  if (effect.kind === 'wait') {
    await postponeIn(tx, claim, effect.until);
    return null;
  }
  if (effect.kind !== 'callWebhook') throw new Error('the execution of a call is at a WEBHOOK step');
  const secrets = await loadWebhookSecrets(tx);
  run.feed({ kind: 'callBegins', at: tx.now }, tx.now);
  storeProgress(tx, [run.progress({ dueAt: null })]);
  return { request, attempt: effect.attempt, secrets };
}

/** Whether a cancel-all has ended it, whether its row is closed yet or not (D-944). */
async function isCancelled({ db, projectId }: ProjectTx, { stored }: StoredRun): Promise<boolean> {
  const row = await db
    .selectFrom('workflows')
    .select('cancelledThrough')
    .where('projectId', '=', projectId)
    .where('id', '=', stored.workflowId)
    .executeTakeFirst();
  return row?.cancelledThrough != null && stored.startedAt <= row.cancelledThrough;
}
