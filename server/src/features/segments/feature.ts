import { ContactsChanged, ContactsDeleted, FieldDeleted } from '#features/contacts';
import { EventNameDeleted, EventsRecorded } from '#features/events';
import { on, type ProjectTx, wipePages } from '#platform/context';
import { defineFeature } from '#platform/feature';
import { checks } from './checks.ts';
import { computeJob } from './compute-segment.ts';
import { countDue, findDueCounts } from './count-due.ts';
import { contactsChanged, contactsDeleted, eventNameDeleted, eventsRecorded, fieldDeleted } from './listeners.ts';
import * as memberRoutes from './member-routes.ts';
import { segmentEventNames, segmentsUsingEvent, segmentsUsingField } from './references.ts';
import * as routes from './routes.ts';
import { checkAll } from './tasks.ts';

export const segments = defineFeature({
  name: 'segments',
  routes: [...Object.values(memberRoutes), ...Object.values(routes)],
  tasks: [checkAll, countDue, computeJob.task],
  schedules: [findDueCounts],
  spools: [checks],
  listeners: [
    on(ContactsChanged, contactsChanged),
    on(ContactsDeleted, contactsDeleted),
    on(EventsRecorded, eventsRecorded),
    on(FieldDeleted, fieldDeleted),
    on(EventNameDeleted, eventNameDeleted),
  ],
  references: { field: segmentsUsingField, event: segmentsUsingEvent, eventNames: segmentEventNames },
  wipe: wipeSegments,
});

/** Members first, in batches: there may be millions. Slugs are deleted with their segment, waiting checks with their contact. */
async function wipeSegments(tx: ProjectTx): Promise<boolean> {
  if (await wipePages(tx, [['segment_members', 'segment_id', 'contact_id']])) return true;
  await tx.db.deleteFrom('segments').where('projectId', '=', tx.projectId).execute();
  return false;
}
