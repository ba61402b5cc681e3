export { activityNames, canonicalEventName, isUnknownActivity } from './canonical-event-name.ts';
export type { EventNameReading } from './read-event-name.ts';
export { readEventName } from './read-event-name.ts';
export { isReservedEventName, reservedNamePattern } from './reserved-event-name.ts';
