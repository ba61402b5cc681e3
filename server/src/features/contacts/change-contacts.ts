import type { ProjectTx } from '#platform/context';
import type { DataPatch } from '#pure/custom-fields';
import { type ChangeCause, type Contact, type ContactId, type ContactPlan, planContact } from './contact.ts';
import { lockContacts } from './lock-contacts.ts';
import { writeContacts } from './write-contacts.ts';

export interface ContactChange {
  readonly contactId: ContactId;
  /** Undefined keeps the state. */
  readonly subscribed: boolean | undefined;
  readonly patch: DataPatch;
  readonly cause: ChangeCause;
}

/**
 * Changes contacts by id inside the caller's transaction, one after the other, each with its own cause. Returns one plan for each, in
 * order: what it has changed, or why nothing was written; null for a contact that is gone. One look-up for all of them, in the order of
 * their ids; the writes are sent with the next statement, or with the commit.
 */
export async function changeContacts(
  tx: ProjectTx,
  changes: readonly ContactChange[],
): Promise<(ContactPlan | null)[]> {
  const locked = await lockContacts(tx, [...new Set(changes.map(({ contactId }) => contactId))]);
  const states = new Map<ContactId, Contact>(locked.map((contact) => [contact.id, contact]));
  const plans: (ContactPlan | null)[] = [];
  for (const { contactId, subscribed, patch, cause } of changes) {
    const before = states.get(contactId);
    const input = before && { email: before.email, subscribed, subscribedWhenNew: before.subscribed, patch };
    const plan = before && input ? planContact(before, input, { id: contactId, now: tx.now }) : null;
    if (plan) await writeContacts(tx, [plan], cause);
    if (plan && plan.kind !== 'refuse') states.set(contactId, plan.contact);
    plans.push(plan);
  }
  return plans;
}
