import { type ContactId, setSubscription } from '#features/contacts';
import { lockEmail, noteUnsubscribed } from '#features/emails';
import { isProjectClosed, isProjectMoving } from '#platform/db';
import { fromOutside } from '#pure/causes';
import type { Visitor } from './visitor.ts';

/**
 * Applies the choice of a recipient, at once and for the whole project (D-653). A repeat has no effect; neither has the choice
 * of a deleted contact, or of one that a reset is deleting (D-1152). Subscribing does not lift a suppression. It follows from the mail whose link was used, and carries on what led
 * to that (D-935).
 */
export async function changeSubscription(
  { project, contact, emailId, campaignId }: Visitor,
  subscribed: boolean,
  reason: 'one_click' | 'link' | 'manage',
): Promise<void> {
  if (!project || !contact) return;
  const cause = {
    source: 'page',
    reason,
    ...(emailId === null ? {} : { emailId }),
    ...(campaignId === null ? {} : { campaignId }),
  } as const;
  const contactId = contact.id as ContactId; // a row of contacts
  await project.ctx
    .transaction(async (tx) => {
      const mail = emailId === null ? fromOutside : await lockEmail(tx, emailId);
      const hasChanged = await setSubscription(tx, { contactId, subscribed }, { ...cause, ...mail });
      if (hasChanged && !subscribed && emailId !== null) await noteUnsubscribed(tx, emailId);
    })
    .catch((error: unknown) => {
      if (!isProjectClosed(error) || isProjectMoving(error)) throw error; // Why: a choice is not lost on the way
    });
}
