import { defineEvent } from '#platform/events';
import type { RecordedEvent } from './event.ts';

/** These events were recorded in this transaction, in this order. */
export const EventsRecorded = defineEvent<RecordedEvent>('events.recorded');

/** Every event of this name is gone; tracked segments that mention it are to be looked at again (D-415). */
export const EventNameDeleted = defineEvent<{ name: string }>('events.name-deleted');
