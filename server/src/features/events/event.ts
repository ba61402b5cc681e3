import type { ContactId } from '#features/contacts';
import type { Id } from '#platform/ids';
import type { JsonObject } from '#pure/custom-fields';

export type EventId = Id<'event'>;

/** An event of a contact that is to be recorded. */
export interface NewEvent {
  contactId: ContactId;
  name: string;
  data: JsonObject | null;
  /** The email an `email.*` event is about. */
  emailId?: string;
  /** What its readers add to `data` from the record of the email (D-841): listeners get it, the row does not store it. */
  emailData?: JsonObject;
  /** How many steps of the service led to it (D-420); 0 for what comes from outside. */
  depth?: number;
  /** Sent with the public key (D-408). */
  isPublic?: boolean;
}

/** An event whose record is written, or will be before the commit. */
export interface EmittedEvent extends Required<Omit<NewEvent, 'emailId' | 'emailData'>> {
  eventId: EventId;
  emailId: string | null;
}

export interface RecordedEvent extends EmittedEvent {
  at: Date;
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
