export { adoptEventCounts } from './adopt-counts.ts';
export { countEvents, countNames } from './count-events.ts';
export type { ListedEvent, NewEvent, RecordedEvent } from './event.ts';
export { events } from './feature.ts';
export { findEvent } from './find-event.ts';
export { findLastEvents, type LastEvent } from './find-last-events.ts';
export { recentEventData } from './recent-event-data.ts';
export { recordEvents } from './record-events.ts';
export { EventNameDeleted, EventsRecorded } from './signals.ts';
