import { ContactsDeleted } from '#features/contacts';
import { EventsRecorded } from '#features/events';
import { on, type ProjectTx, wipePages } from '#platform/context';
import { defineFeature } from '#platform/feature';
import { checkFailing } from './check-failing.ts';
import { clearQueue } from './clear-queue.ts';
import * as deliveryRoutes from './delivery-routes.ts';
import { forgetContacts } from './forget-contacts.ts';
import { hasEndpoints, recordDeliveries } from './record-deliveries.ts';
import { replayJob } from './replay-job.ts';
import * as routes from './routes.ts';
import { findFailing, findOverfull, wakeQueues } from './schedules.ts';
import { sealEndpointSecrets } from './seal-endpoint-secrets.ts';
import { webhookQueues } from './send/queue-spool.ts';
import { sendNotice } from './send-notice.ts';

export const webhooks = defineFeature({
  name: 'webhooks',
  routes: [...Object.values(routes), ...Object.values(deliveryRoutes)],
  tasks: [checkFailing, clearQueue, sendNotice, replayJob.task],
  schedules: [wakeQueues, findOverfull, findFailing],
  spools: [webhookQueues],
  listeners: [on(EventsRecorded, recordDeliveries, { when: hasEndpoints }), on(ContactsDeleted, forgetContacts)],
  sealed: [{ name: 'secrets of webhook endpoints', rotate: sealEndpointSecrets }],
  wipe: wipeDeliveries,
});

/** Endpoints are kept by a reset, and deleted with the row of the project. */
const wipedTables = [
  ['webhook_deliveries', 'endpoint_id', 'id'],
  ['webhook_delivery_log', 'endpoint_id', 'id'],
] as const;

function wipeDeliveries(tx: ProjectTx): Promise<boolean> {
  return wipePages(tx, wipedTables);
}
