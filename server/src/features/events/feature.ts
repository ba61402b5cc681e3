import { ContactSubscribed, ContactsDeleted, ContactUnsubscribed } from '#features/contacts';
import { on } from '#platform/context';
import { defineFeature } from '#platform/feature';
import { deleteEventJob } from './delete-event-job.ts';
import { forgetContacts } from './forget-contacts.ts';
import * as readingRoutes from './reading-routes.ts';
import { recordSubscribed, recordUnsubscribed } from './record-subscriptions.ts';
import * as routes from './routes.ts';
import { expireCounts, foldCounts } from './schedules.ts';
import * as usageRoutes from './usage-routes.ts';
import { wipeEvents } from './wipe-events.ts';

export const events = defineFeature({
  name: 'events',
  routes: [...Object.values(routes), ...Object.values(readingRoutes), ...Object.values(usageRoutes)],
  tasks: [deleteEventJob.task],
  schedules: [foldCounts],
  beforeExpiry: { events: expireCounts },
  listeners: [
    on(ContactSubscribed, recordSubscribed),
    on(ContactUnsubscribed, recordUnsubscribed),
    on(ContactsDeleted, forgetContacts),
  ],
  wipe: wipeEvents,
});
