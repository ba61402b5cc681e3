import { type ContactId, upsertContact } from '#features/contacts';
import type { ProjectTx } from '#platform/context';
import type { DataPatch, JsonObject } from '#pure/custom-fields';
import type { RecordedEvent } from './event.ts';
import { recordEventLater } from './record-events.ts';

export interface TrackRequest {
  email: string;
  event: string;
  subscribed: boolean | undefined;
  preserveExistingSubscription: boolean | undefined;
  data: { patch: DataPatch; remembered: JsonObject | null };
}

export interface TrackResult {
  contactId: ContactId;
  /** Known when the transaction has sent its statements. */
  event: () => RecordedEvent;
}

/** Creates or patches the contact and records the event (D-406, D-407). Listeners run in this transaction. */
export async function trackEvent(tx: ProjectTx, request: TrackRequest, isPublic: boolean): Promise<TrackResult> {
  const { email, subscribed, data } = request;
  const input = {
    email,
    subscribed: request.preserveExistingSubscription ? undefined : subscribed,
    subscribedWhenNew: subscribed ?? true,
    patch: data.patch,
  };
  const { contact } = await upsertContact(tx, input, 'track');
  const newEvent = { contactId: contact.id, name: request.event, data: data.remembered, isPublic };
  const { recorded } = await recordEventLater(tx, newEvent);
  return { contactId: contact.id, event: recorded };
}
