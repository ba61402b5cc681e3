import { defineSignal } from '#platform/signals';
import type { EmittedEvent } from './event.ts';

/** These events were recorded in this transaction, in this order. */
export const EventsRecorded = defineSignal<EmittedEvent>('events.recorded');

/** Every event of this name is deleted; tracked segments that mention it must be checked again (D-415). */
export const EventNameDeleted = defineSignal<{ name: string }>('events.name-deleted');
