import type { ProjectTx } from '#platform/context';
import { type Claim, completeIn, postponeIn } from '#platform/spool';
import type { CallOutcome } from '#pure/workflow-graph';
import { arriveAtWaits } from '../executions/arrive-at-waits.ts';
import { lockContacts } from '../executions/locks.ts';
import { executionsSpool } from '../executions/spool.ts';
import { storeProgress } from '../executions/store-progress.ts';
import { type ClaimedCall, lockCall } from './call-row.ts';

/**
 * Stores what came of an attempt. The call is due again at its next one; when the step has ended, the call is deleted and the execution
 * is due now. An execution that was cancelled meanwhile stays as it is, and a worker that lost the call writes nothing.
 */
export async function endCall(tx: ProjectTx, claim: Claim, call: ClaimedCall, outcome: CallOutcome): Promise<void> {
  // Before the execution, for a wait behind the step: an event is either seen by it or sees it.
  const hasWaits = call.graph.steps.some(({ type }) => type === 'WAIT_FOR_EVENT');
  if (hasWaits) await lockContacts(tx, [call.contactId]);
  const locked = await lockCall(tx, claim, call);
  if (!locked) return;
  const { request, run } = locked;
  if (!run) {
    await completeIn(tx, claim);
    return;
  }
  run.feed({ kind: 'due' }, tx.now); // for an attempt that could not even begin
  run.feed({ kind: 'callEnded', url: request.url, outcome, at: tx.now, spread: Math.random() }, tx.now);
  const isAtCall = run.stepExecutionId === run.stored.stepExecutionId;
  if (isAtCall && run.effect.kind === 'wait') {
    storeProgress(tx, [run.progress({ dueAt: null })]);
    await postponeIn(tx, claim, run.effect.until);
    return;
  }
  const wokenBy = (await arriveAtWaits(tx, [run])).get(run);
  storeProgress(tx, [run.progress({ dueAt: wokenBy ? tx.now : run.dueAt(tx.now), wokenBy })]);
  await completeIn(tx, claim);
  tx.afterCommit(executionsSpool.wake);
}
