import type { ProjectTx } from '#platform/context';
import { Invalid } from '#platform/refusals';
import {
  type ChangeCause,
  type Contact,
  type ContactId,
  type ContactInput,
  type ContactPlan,
  type ContactSource,
  planContact,
} from './contact.ts';
import { lockContactsByEmail } from './lock-contacts.ts';
import { writeContacts } from './write-contacts.ts';

export interface UpsertedContact {
  contact: Contact;
  isNew: boolean;
  hasChanged: boolean;
}

/** Creates or updates one contact inside the caller's transaction. */
export async function upsertContact(
  tx: ProjectTx,
  input: ContactInput,
  cause: ContactSource | ChangeCause,
): Promise<UpsertedContact> {
  const [plan] = await upsertContacts(tx, [input], cause);
  if (!plan) throw new Error('one input gives one plan');
  if (plan.kind === 'refuse')
    throw Invalid([{ field: 'data', code: plan.problem.code, message: plan.problem.message }]);
  return { contact: plan.contact, isNew: plan.kind === 'create', hasChanged: plan.kind !== 'keep' };
}

/**
 * The same for many, in two statements whatever their number; one outcome per input, in order.
 * Rows are locked in the order of their addresses, so two batches never deadlock.
 * Invariant: an address occurs in the batch once; callers merge repeated ones first.
 */
export async function upsertContacts(
  tx: ProjectTx,
  inputs: readonly ContactInput[],
  cause: ContactSource | ChangeCause,
): Promise<ContactPlan[]> {
  const existing = await lockContactsByEmail(
    tx,
    inputs.map((input) => input.email),
  );
  const plans = inputs.map((input) =>
    planContact(existing.get(input.email) ?? null, input, {
      id: input.idWhenNew ?? (tx.newId() as ContactId),
      now: tx.now,
    }),
  );
  await writeContacts(tx, plans, cause);
  return plans;
}
