import { changeContacts } from '#features/contacts';
import { acceptStepMails } from '#features/emails';
import type { ProjectTx } from '#platform/context';
import type { Claim } from '#platform/spool';
import { insertCalls } from '../steps/insert-calls.ts';
import { mailOutput } from '../steps/mail-output.ts';
import { updateOutput } from '../steps/rendered-patch.ts';
import { isStepError } from '../steps/step-error.ts';
import { refusedCall } from '../steps/webhook-request.ts';
import { arriveAtWaits } from './arrive-at-waits.ts';
import type { Progress } from './execution.ts';
import type { ExecutionRun } from './execution-run.ts';
import { deleteOrphans, lockClaimed, lockContacts, lockWaits } from './locks.ts';
import type { PreparedEffect } from './prepare-effects.ts';
import { storeProgress } from './store-progress.ts';

export interface PreparedRun {
  readonly run: ExecutionRun;
  readonly prepared: PreparedEffect | undefined;
}

/**
 * One transaction for a batch: does the effects of its executions and stores how far they have come. Executions that another has taken
 * over meanwhile (an event that ended their wait, a cancellation, another worker) are left out, with all their effects. Returns whether
 * some of them go on at once.
 */
export async function commitRuns(
  tx: ProjectTx,
  claims: readonly Claim[],
  given: readonly PreparedRun[],
  orphans: readonly string[],
): Promise<boolean> {
  // Why copies: a transaction that meets a deadlock is begun again.
  const all = given.map(({ run, prepared }) => ({ run: run.copy(), prepared }));
  await lockContacts(
    tx,
    all.filter(touchesContact).map(({ run }) => run.contact.id),
  );
  await lockWaits(
    tx,
    all.map(({ run }) => run.stored.id),
  );
  const { held, marked } = await lockClaimed(tx, claims);
  await deleteOrphans(
    tx,
    orphans.filter((id) => held.has(id)),
  );
  const isOurs = ({ stored: { id }, state }: ExecutionRun): boolean =>
    held.has(id) && (state.status === 'CANCELLED' || !marked.has(id));
  const runs = all.filter(({ run }) => isOurs(run));

  for (const { run, prepared } of runs) {
    if (prepared?.kind === 'failed') run.feed({ kind: 'failed', error: prepared.error }, tx.now);
    if (prepared?.kind === 'refusedCall') run.feed(refusedCall(prepared.config, prepared.error, tx.now), tx.now);
  }
  await updateContacts(tx, runs);
  await makeMails(tx, runs);
  await makeCalls(tx, runs);
  const woken = await arriveAtWaits(
    tx,
    runs.map(({ run }) => run),
  );
  const progress = runs.map(({ run, prepared }): Progress => {
    const wokenBy = woken.get(run);
    const isCalling = prepared?.kind === 'call'; // the spool of calls goes on with it
    return run.progress({ dueAt: isCalling ? null : wokenBy ? tx.now : run.dueAt(tx.now), wokenBy });
  });
  storeProgress(tx, progress);
  return progress.some((each) => each.dueAt !== null && each.dueAt <= tx.now);
}

/**
 * An execution that changes its contact, mails it or waits for its events holds the contact until the end of the transaction. One whose
 * call cannot be made may go on to a wait.
 */
function touchesContact({ run, prepared }: PreparedRun): boolean {
  const { kind } = run.effect;
  return (
    prepared?.kind === 'refusedCall' || kind === 'sendEmail' || kind === 'updateContact' || kind === 'waitForEvent'
  );
}

async function updateContacts(tx: ProjectTx, runs: readonly PreparedRun[]): Promise<void> {
  const changing = runs.flatMap(({ run, prepared }) =>
    prepared?.kind === 'patch' ? [{ run, ...prepared.patch }] : [],
  );
  const changes = changing.map(({ run, patch, subscribed }) => {
    const { workflowId, depth, isPublic } = run.stored;
    const cause = { source: 'workflow' as const, workflowId, depth, isPublic };
    return { contactId: run.contact.id, subscribed, patch, cause };
  });
  const plans = changes.length > 0 ? await changeContacts(tx, changes) : [];
  for (const [index, { run }] of changing.entries()) {
    const plan = plans[index];
    if (!plan) throw new Error('the contact of an execution is deleted with it');
    const output = updateOutput(plan);
    run.feed(isStepError(output) ? { kind: 'failed', error: output } : { kind: 'contactUpdated', output }, tx.now);
  }
}

async function makeMails(tx: ProjectTx, runs: readonly PreparedRun[]): Promise<void> {
  const mails = runs.flatMap(({ run, prepared }) => (prepared?.kind === 'mail' ? [{ run, ...prepared }] : []));
  const accepted = await acceptStepMails(
    tx,
    mails.map(({ draft }) => draft),
  );
  for (const [index, { run, config }] of mails.entries()) {
    const acceptance = accepted[index];
    if (!acceptance) throw new Error('the recipient of a mail was deleted meanwhile'); // tried again
    run.feed({ kind: 'mailMade', output: mailOutput(acceptance, config, tx.now) }, tx.now);
  }
}

async function makeCalls(tx: ProjectTx, runs: readonly PreparedRun[]): Promise<void> {
  const calls = runs.flatMap(({ run, prepared }) => {
    if (prepared?.kind !== 'call') return [];
    const { id: executionId, workflowId, contactId } = run.stored;
    return [{ id: run.stepExecutionId, executionId, workflowId, contactId, request: prepared.request }];
  });
  await insertCalls(tx, calls);
}
