import type { ContactId } from '#features/contacts';
import { upsertContact } from '#features/contacts';
import type { ProjectTx } from '#platform/context';
import type { DataPatch, JsonObject } from '#pure/custom-fields';
import type { RecordedEvent } from './event.ts';
import { recordEvents } from './record-events.ts';

export interface TrackRequest {
  email: string;
  event: string;
  subscribed: boolean | undefined;
  preserveExistingSubscription: boolean | undefined;
  data: { patch: DataPatch; remembered: JsonObject | null };
}

export interface Tracked {
  contactId: ContactId;
  event: RecordedEvent;
}

/** Creates or patches the contact and records the event (D-406, D-407). What listens to it acts in this transaction. */
export async function trackEvent(tx: ProjectTx, request: TrackRequest, isPublic: boolean): Promise<Tracked> {
  const { email, subscribed, data } = request;
  const wish = {
    email,
    subscribed: request.preserveExistingSubscription ? undefined : subscribed,
    subscribedWhenNew: subscribed ?? true,
    patch: data.patch,
  };
  const { contact } = await upsertContact(tx, wish, 'track');
  const wanted = { contactId: contact.id, name: request.event, data: data.remembered, isPublic };
  const [event] = await recordEvents(tx, [wanted]);
  if (!event) throw new Error('the contact of an event was locked and is gone');
  return { contactId: contact.id, event };
}
