export type { EventId, NewEvent, RecordedEvent } from './event.ts';
export { events } from './feature.ts';
export { EventNameDeleted, EventsRecorded } from './news.ts';
export { recordEvents } from './record-events.ts';
