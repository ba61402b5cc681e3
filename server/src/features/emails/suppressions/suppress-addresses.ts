import { type ContactId, setSubscription } from '#features/contacts';
import type { ProjectTx } from '#platform/context';
import { domainOf } from '#pure/addresses';
import type { Cause } from '#pure/causes';
import type { EmailId, EmailType } from '../email.ts';
import { insertSuppressions } from './insert-suppressions.ts';

/** A mail whose recipient is not to be written to again. */
export interface AddressToSuppress extends Cause {
  readonly id: EmailId;
  readonly type: EmailType;
  /** Null after the contact was deleted. */
  readonly recipient: string | null;
  readonly contactId: string | null;
  readonly campaignId: string | null;
  readonly cause: 'bounce' | 'complaint';
}

/**
 * Lists addresses that do not exist or complained, so that nothing (of that kind) is sent there again, and unsubscribes the
 * contact (contract/05, section 3). Sandbox addresses are never listed.
 */
export async function suppressAddresses(tx: ProjectTx, toSuppress: readonly AddressToSuppress[]): Promise<void> {
  const known = toSuppress.flatMap(({ recipient, ...rest }) => (recipient === null ? [] : [{ ...rest, recipient }]));
  for (const one of known.toSorted((a, b) => (a.recipient < b.recipient ? -1 : 1))) {
    const { recipient, cause, type, id } = one;
    if (domainOf(recipient) !== tx.config.SANDBOX_DOMAIN) {
      const blocks = cause === 'bounce' || type === 'TRANSACTIONAL' ? 'ALL' : 'MARKETING';
      await insertSuppressions(tx, [recipient], {
        reason: cause === 'bounce' ? 'BOUNCE' : 'COMPLAINT',
        blocks,
        emailId: id,
      });
    }
    await unsubscribe(tx, one);
  }
}

async function unsubscribe(
  tx: ProjectTx,
  { id, recipient, contactId, campaignId, cause, depth, isPublic }: KnownRecipient,
): Promise<void> {
  if (contactId === null) return;
  const why = { source: 'feedback', reason: cause, emailId: id, depth, isPublic } as const;
  const choice = { contactId: contactId as ContactId, subscribed: false, email: recipient }; // a row of contacts
  await setSubscription(tx, choice, campaignId === null ? why : { ...why, campaignId });
}

type KnownRecipient = AddressToSuppress & { readonly recipient: string };
