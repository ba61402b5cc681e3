import { defineSignal } from '#platform/signals';
import type { RecordedEvent } from './event.ts';

/**
 * These events were recorded in this transaction, in this order: with their whole data, values that are not persistent and the data of
 * their email included.
 */
export const EventsRecorded = defineSignal<RecordedEvent>('events.recorded');

/** Every event of this name is deleted; tracked segments that mention it must be checked again (D-415). */
export const EventNameDeleted = defineSignal<{ name: string }>('events.name-deleted');
