import type { ContactId } from '#features/contacts';
import type { NewEvent } from '#features/events';
import { domainOf } from '#pure/addresses';
import type { JsonObject, JsonValue } from '#pure/custom-fields';
import type { EmailEventName, emailData, PlatformEventData } from '#pure/event-names';
import { messageIdOf } from '#pure/message';
import type { EmailId, EmailSource, EmailType } from './email.ts';

/** The data of an email that every event about it contains (D-638). */
export interface EmailFacts {
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

/** One event about an email; none for an email without a contact. `extra` is what this event adds to the common data. */
export function emailEvent<Name extends EmailEventName>(
  email: EmailFacts,
  name: Name,
  extra: PlatformEventData<`email.${Name}`>,
): NewEvent[] {
  if (email.contactId === null) return [];
  const common: Record<keyof typeof emailData, JsonValue> = {
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
  };
  const data: JsonObject = { ...common, ...extra };
  return [{ contactId: email.contactId as ContactId, name: `email.${name}`, data, emailId: email.id }]; // the row's own reference
}
