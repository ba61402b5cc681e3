import { type ContactId, upsertContact } from '#features/contacts';
import type { ProjectTx } from '#platform/context';
import type { DataPatch, JsonObject } from '#pure/custom-fields';
import type { RecordedEvent } from './event.ts';
import { recordEventLater } from './record-events.ts';
import { EventsRecorded } from './signals.ts';

export interface TrackRequest {
  email: string;
  event: string;
  subscribed: boolean | undefined;
  preserveExistingSubscription: boolean | undefined;
  data: { patch: DataPatch; remembered: JsonObject | null };
}

export interface TrackResult {
  contactId: ContactId;
  event: RecordedEvent;
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
  // Invariant: the contact is locked before the listeners are asked for. So a wait of its workflows is seen here, or sees the event.
  const [{ contact }, listeners] = await Promise.all([
    upsertContact(tx, input, { source: 'track', depth: 0, isPublic }),
    tx.findListeners(EventsRecorded),
  ]);
  const newEvent = { contactId: contact.id, name: request.event, data: data.remembered, isPublic };
  return { contactId: contact.id, event: await recordEventLater(tx, newEvent, listeners) };
}
