import { upsertContact } from '#features/contacts';
import type { ProjectTx } from '#platform/context';
import { domainOf } from '#pure/addresses';
import type { Mail } from './mail.ts';

/**
 * An address that a server says does not exist: nothing is sent there again, and its contact is unsubscribed
 * (api/05, section 3). Sandbox addresses are never listed.
 */
export async function suppressRefused(tx: ProjectTx, { id, recipient, contactId, campaignId }: Mail): Promise<void> {
  if (domainOf(recipient) !== tx.config.SANDBOX_DOMAIN) {
    await tx.db
      .insertInto('suppressions')
      .values({
        projectId: tx.projectId,
        id: tx.newId(),
        email: recipient,
        reason: 'BOUNCE',
        blocks: 'ALL',
        emailId: id,
        createdAt: tx.now,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['projectId', 'email'])
          .doUpdateSet({ blocks: 'ALL' })
          .where('suppressions.blocks', '<>', 'ALL'),
      )
      .execute();
  }
  if (contactId !== null && (await isStill(tx, contactId, recipient))) {
    const wish = {
      email: recipient,
      subscribed: false,
      subscribedWhenNew: false,
      patch: { set: {}, remove: [], once: {} },
    };
    const cause = { source: 'feedback', reason: 'bounce', emailId: id } as const;
    await upsertContact(tx, wish, campaignId === null ? cause : { ...cause, campaignId });
  }
}

/** The contact may have another address by now. */
async function isStill(tx: ProjectTx, contactId: string, email: string): Promise<boolean> {
  const found = await tx.db
    .selectFrom('contacts')
    .select('id')
    .where('projectId', '=', tx.projectId)
    .where('id', '=', contactId)
    .where('email', '=', email)
    .executeTakeFirst();
  return found !== undefined;
}
