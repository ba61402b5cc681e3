export { activityNames, canonicalEventName, isUnknownActivity } from './canonical-event-name.ts';
export {
  type EmailEventName,
  emailData,
  type PlatformEventData,
  platformEvents,
} from './platform-events.ts';
export { readEventName } from './read-event-name.ts';
export { isReservedEventName, reservedNamePattern } from './reserved-event-name.ts';
