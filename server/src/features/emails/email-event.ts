import type { ContactId } from '#features/contacts';
import { type NewEvent, recordEvents } from '#features/events';
import { type LoggedActivity, logActivity } from '#platform/activity-log';
import type { ProjectTx } from '#platform/context';
import { domainOf } from '#pure/addresses';
import type { Cause } from '#pure/causes';
import type { JsonObject, JsonValue } from '#pure/custom-fields';
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

/** Something that happened to an email. */
export interface EmailEvent {
  readonly email: EmailFacts;
  readonly name: `email.${EmailEventName}`;
  /** All that is stored of it (D-841). */
  readonly own: JsonObject;
}

export const emailEvent = <Name extends EmailEventName>(
  email: EmailFacts,
  name: Name,
  own: PlatformEventData<`email.${Name}`>,
): EmailEvent => ({ email, name: `email.${name}`, own });

/**
 * Records what happened to emails: an event of the contact or, where there is none, a line in the log of activity (D-1016). Nothing for
 * an email whose contact was deleted: its record names no recipient any more.
 */
export async function recordEmailEvents(tx: ProjectTx, events: readonly EmailEvent[]): Promise<void> {
  await logActivity(tx, events.flatMap(loggedOf));
  await recordEvents(tx, events.flatMap(eventOf));
}

function eventOf({ email, name, own: data }: EmailEvent): NewEvent[] {
  if (email.contactId === null) return [];
  const contactId = email.contactId as ContactId; // the row's own reference
  const { id: emailId, depth, isPublic } = email;
  return [{ contactId, name, data, emailId, emailData: emailDataOf(email), depth, isPublic }];
}

const loggedOf = ({ email, name, own: data }: EmailEvent): LoggedActivity[] =>
  email.contactId === null && email.recipient !== null ? [{ name, data, mail: email }] : [];

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
