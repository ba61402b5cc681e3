import { upsertContact } from '#features/contacts';
import type { ProjectTx } from '#platform/context';
import { domainOf } from '#pure/addresses';
import type { EmailId, EmailType } from '../email.ts';
import { listAddresses } from './list-addresses.ts';

/** A mail whose recipient is not to be written to again. */
export interface Unwanted {
  readonly id: EmailId;
  readonly type: EmailType;
  /** Null after the contact was deleted. */
  readonly recipient: string | null;
  readonly contactId: string | null;
  readonly campaignId: string | null;
  readonly cause: 'bounce' | 'complaint';
}

/**
 * An address that does not exist, or a person who complained: nothing (of that kind) is sent there again, and the contact
 * is unsubscribed (api/05, section 3). Sandbox addresses are never listed.
 */
export async function suppressAddresses(tx: ProjectTx, unwanted: readonly Unwanted[]): Promise<void> {
  const known = unwanted.flatMap(({ recipient, ...rest }) => (recipient === null ? [] : [{ ...rest, recipient }]));
  for (const one of known.toSorted((a, b) => (a.recipient < b.recipient ? -1 : 1))) {
    const { recipient, cause, type, id } = one;
    if (domainOf(recipient) !== tx.config.SANDBOX_DOMAIN) {
      const blocks = cause === 'bounce' || type === 'TRANSACTIONAL' ? 'ALL' : 'MARKETING';
      await listAddresses(tx, [recipient], {
        reason: cause === 'bounce' ? 'BOUNCE' : 'COMPLAINT',
        blocks,
        emailId: id,
      });
    }
    await unsubscribe(tx, one);
  }
}

async function unsubscribe(tx: ProjectTx, { id, recipient, contactId, campaignId, cause }: Known): Promise<void> {
  if (contactId === null || !(await isStill(tx, contactId, recipient))) return;
  const wish = {
    email: recipient,
    subscribed: false,
    subscribedWhenNew: false,
    patch: { set: {}, remove: [], once: {} },
  };
  const why = { source: 'feedback', reason: cause, emailId: id } as const;
  await upsertContact(tx, wish, campaignId === null ? why : { ...why, campaignId });
}

type Known = Unwanted & { readonly recipient: string };

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
