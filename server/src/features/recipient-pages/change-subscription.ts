import { upsertContact } from '#features/contacts';
import type { Visitor } from './visitor.ts';

/**
 * What a recipient decides, at once and for the whole project (D-653). A repeat has no effect; neither has the choice of
 * somebody who is gone. Subscribing does not lift a suppression.
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
  await project.ctx.transaction(async (tx) => {
    // Why: locked until the end, so a contact that is deleted meanwhile does not come into being again.
    const row = await tx.db
      .selectFrom('contacts')
      .select('email')
      .where('projectId', '=', tx.projectId)
      .where('id', '=', contact.id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!row) return;
    const wish = { email: row.email, subscribed, subscribedWhenNew: false, patch: { set: {}, remove: [], once: {} } };
    await upsertContact(tx, wish, cause);
  });
}
