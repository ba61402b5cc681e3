import type { ProjectReader } from '#platform/context';
import { loadSuppressions } from '../accept/load-suppressions.ts';
import { closureAtAcceptance } from '../delivery/may-leave.ts';
import type { EmailType } from '../email.ts';

/** The reason for which mail of this type to this address would be closed as suppressed; the rule is that of every mail. */
export async function suppressionOfAddress(
  reader: ProjectReader,
  { type, email }: { readonly type: EmailType; readonly email: string },
): Promise<string | null> {
  const listed = (await loadSuppressions(reader, [email])).get(email);
  return listed ? (closureAtAcceptance({ type, ...listed, contact: 'subscribed' })?.reason ?? null) : null;
}
