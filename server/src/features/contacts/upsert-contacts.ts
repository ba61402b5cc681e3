import type { ProjectTx } from '#platform/context';
import { Invalid } from '#platform/refusals';
import type { ChangeCause, Contact, ContactId, ContactPlan, ContactSource, ContactWish } from './contact.ts';
import { planContact } from './contact.ts';
import { lockContactsByEmail } from './lock-contacts.ts';
import { writeContacts } from './write-contacts.ts';

export interface UpsertedContact {
  contact: Contact;
  isNew: boolean;
  hasChanged: boolean;
}

/** Creates or updates one contact inside another's transaction. */
export async function upsertContact(
  tx: ProjectTx,
  wish: ContactWish,
  cause: ContactSource | ChangeCause,
): Promise<UpsertedContact> {
  const [plan] = await upsertContacts(tx, [wish], cause);
  if (!plan) throw new Error('one wish gives one plan');
  if (plan.kind === 'refuse')
    throw Invalid([{ field: 'data', code: plan.problem.code, message: plan.problem.message }]);
  return { contact: plan.contact, isNew: plan.kind === 'create', hasChanged: plan.kind !== 'keep' };
}

/**
 * The same for many, in two statements whatever their number; one outcome per wish, in order.
 * Rows are locked in the order of their addresses, so two batches never wait for each other in a circle.
 * Invariant: an address stands in the batch once; callers merge repeated ones first.
 */
export async function upsertContacts(
  tx: ProjectTx,
  wishes: readonly ContactWish[],
  cause: ContactSource | ChangeCause,
): Promise<ContactPlan[]> {
  const existing = await lockContactsByEmail(
    tx,
    wishes.map((wish) => wish.email),
  );
  const plans = wishes.map((wish) =>
    planContact(existing.get(wish.email) ?? null, wish, {
      id: wish.idWhenNew ?? (tx.newId() as ContactId),
      now: tx.now,
    }),
  );
  await writeContacts(tx, plans, cause);
  return plans;
}
