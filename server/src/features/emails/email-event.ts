import type { ContactId } from '#features/contacts';
import type { NewEvent } from '#features/events';
import { domainOf } from '#pure/addresses';
import type { JsonObject } from '#pure/custom-fields';
import { messageIdOf } from '#pure/message';
import type { EmailId, EmailSource, EmailType } from './email.ts';

/** What every event about an email tells of it (D-638). */
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

type EventName = 'sent' | 'delivery' | 'open' | 'click' | 'bounce' | 'complaint' | 'failed' | 'suppressed';

/** One event about an email; none for an email without a contact. `own` is what this event says beyond the common facts. */
export function emailEvent(email: EmailFacts, name: EventName, own: JsonObject): NewEvent[] {
  if (email.contactId === null) return [];
  const data = {
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
    ...own,
  };
  return [{ contactId: email.contactId as ContactId, name: `email.${name}`, data, emailId: email.id }]; // the row's own reference
}
