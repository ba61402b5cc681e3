import type { Entry } from '../entry.ts';
import { deleteEvent } from './delete-event.ts';
import { eventNames, eventStats, eventUsage, usageOfContact } from './event-counts.ts';
import { contactEvents, listEvents } from './read-events.ts';
import { track, trackWithSecret } from './track.ts';

export const eventEntries: readonly Entry[] = [
  track,
  trackWithSecret,
  listEvents,
  eventStats,
  contactEvents,
  eventNames,
  eventUsage,
  usageOfContact,
  deleteEvent,
];
