import type { ContactId } from '#features/contacts';
import type { Id } from '#platform/ids';
import type { Cause } from '#pure/causes';
import type { JsonObject } from '#pure/custom-fields';

export type EventId = Id<'event'>;

/** An event of a contact that is to be recorded. */
export interface NewEvent extends Partial<Cause> {
  contactId: ContactId;
  name: string;
  data: JsonObject | null;
  /** The email an `email.*` event is about. */
  emailId?: string;
  /** What its readers add to `data` from the record of the email (D-841): listeners get it, the row does not store it. */
  emailData?: JsonObject;
}

/** An event whose record is written, or will be before the commit. */
export interface RecordedEvent extends Required<Omit<NewEvent, 'emailId' | 'emailData'>> {
  eventId: EventId;
  emailId: string | null;
  /** The moment its record has. It is the database's, so it is known once the statement that writes the record was sent. */
  at: () => Date;
}

/** An event as it is listed. */
export interface ListedEvent {
  id: string;
  name: string;
  data: JsonObject | null;
  contactId: string;
  emailId: string | null;
  createdAt: Date;
  /** The contact's address. */
  email: string;
}

export type EventSource = 'custom' | 'platform';
