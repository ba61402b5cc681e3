import type { ContactId } from '#features/contacts';
import type { NewEvent } from '#features/events';
import { domainOf } from '#pure/addresses';
import type { Cause } from '#pure/causes';
import type { JsonValue } from '#pure/custom-fields';
import type { EmailEventName, emailData, PlatformEventData } from '#pure/event-names';
import { messageIdOf } from '#pure/message';
import type { EmailId, EmailSource, EmailType } from './email.ts';

/** The columns of an email that every event about it shows (D-638), and what led to it, which they all carry on (D-935). */
export interface EmailFacts extends Cause {
  readonly id: EmailId;
  readonly contactId: string | null;
  readonly recipient: string | null;
  readonly subject: string | null;
  readonly fromEmail: string;
  readonly fromName: string | null;
  readonly type: EmailType;
  readonly sourceType: EmailSource;
  readonly templateId: string | null;
  readonly campaignId: string | null;
  readonly workflowId: string | null;
  readonly executionId: string | null;
  readonly isTest: boolean;
}

/** One event about an email; none for an email without a contact. `own` is all that its row stores (D-841). */
export function emailEvent<Name extends EmailEventName>(
  email: EmailFacts,
  name: Name,
  own: PlatformEventData<`email.${Name}`>,
): NewEvent[] {
  if (email.contactId === null) return [];
  const contactId = email.contactId as ContactId; // the row's own reference
  const { id: emailId, depth, isPublic } = email;
  return [{ contactId, name: `email.${name}`, data: own, emailId, emailData: emailDataOf(email), depth, isPublic }];
}

/** The columns that are shown. */
export type ShownFacts = Omit<EmailFacts, 'contactId' | keyof Cause>;

/** What all events about an email have in common (D-638). */
export const emailDataOf = (email: ShownFacts): Record<keyof typeof emailData, JsonValue> => ({
  emailId: email.id,
  recipient: email.recipient,
  subject: email.subject,
  from: email.fromEmail,
  fromName: email.fromName,
  messageId: messageIdOf(email.id, domainOf(email.fromEmail)),
  type: email.type,
  sourceType: email.sourceType,
  templateId: email.templateId,
  campaignId: email.campaignId,
  workflowId: email.workflowId,
  executionId: email.executionId,
  test: email.isTest,
});
