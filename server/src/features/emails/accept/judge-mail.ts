import type { ProjectReader } from '#platform/context';
import { closureAtAcceptance } from '../delivery/may-leave.ts';
import type { Acceptance, AcceptedMail } from './accepted-mail.ts';
import { loadSuppressions, noSuppressions, type Suppressions } from './load-suppressions.ts';

/** What would become of a mail that were accepted now. Nothing is written; limits of the recipient are not counted. */
export async function previewAcceptance(reader: ProjectReader, mail: AcceptedMail): Promise<Acceptance> {
  return judgeMail(mail, await loadSuppressions(reader, [mail.recipient]));
}

/** Whether a mail waits to be sent or is closed at once. */
export function judgeMail(mail: AcceptedMail, listed: ReadonlyMap<string, Suppressions>): Acceptance {
  const contact = contactStateOf(mail);
  const suppressions = listed.get(mail.recipient) ?? noSuppressions;
  const closure = closureAtAcceptance({ type: mail.type, contact, ...suppressions });
  return { mail, closure: closure ?? (mail.html === null ? { status: 'FAILED', reason: 'RENDER_FAILED' } : null) };
}

function contactStateOf({ contactId, isSubscribed }: AcceptedMail): 'subscribed' | 'unsubscribed' | 'none' {
  if (contactId === null) return 'none';
  return isSubscribed ? 'subscribed' : 'unsubscribed';
}
