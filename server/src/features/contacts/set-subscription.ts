import type { ProjectTx } from '#platform/context';
import {
  type ChangeCause,
  type Contact,
  type ContactId,
  type ContactSource,
  emptyPatch,
  planContact,
} from './contact.ts';
import { lockContacts } from './lock-contacts.ts';
import { writeContacts } from './write-contacts.ts';

interface SubscriptionChoice {
  readonly contactId: ContactId;
  readonly subscribed: boolean;
  /** Where the choice is about an address: a contact that has another one by now keeps its state. */
  readonly email?: string;
}

/**
 * Subscribes or unsubscribes a contact, with its events. A repeat has no effect; neither has the choice of a deleted contact. Returns
 * whether the state has changed.
 */
export async function setSubscription(
  tx: ProjectTx,
  { contactId, subscribed, email }: SubscriptionChoice,
  cause: ContactSource | ChangeCause,
): Promise<boolean> {
  const contacts = await lockContacts(tx, [contactId]);
  const meant = contacts.filter((contact) => email === undefined || contact.email === email);
  return (await setSubscriptions(tx, meant, subscribed, cause)) > 0;
}

/** The same for contacts that are locked already. Returns how many it changed. */
export async function setSubscriptions(
  tx: ProjectTx,
  locked: readonly Contact[],
  subscribed: boolean,
  cause: ContactSource | ChangeCause,
): Promise<number> {
  const plans = locked.map((contact) => {
    const input = { email: contact.email, subscribed, subscribedWhenNew: subscribed, patch: emptyPatch };
    return planContact(contact, input, { id: contact.id, now: tx.now });
  });
  await writeContacts(tx, plans, cause);
  return plans.filter((plan) => plan.kind === 'change').length;
}
