import { type ContactId, setSubscription } from '#features/contacts';
import type { Visitor } from './visitor.ts';

/**
 * Applies the choice of a recipient, at once and for the whole project (D-653). A repeat has no effect; neither has the choice
 * of a deleted contact. Subscribing does not lift a suppression.
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
  await project.ctx.transaction((tx) => setSubscription(tx, { contactId, subscribed }, cause));
}
