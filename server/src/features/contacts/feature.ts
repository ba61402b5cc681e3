import { sql } from 'kysely';
import { type ProjectTx, wipePages } from '#platform/context';
import { defineFeature } from '#platform/feature';
import { bulkJobs } from './bulk-job.ts';
import * as consentRoutes from './consent-routes.ts';
import { deleteFieldJob } from './delete-field-job.ts';
import * as fieldRoutes from './field-routes.ts';
import { foldFigures } from './fold-figures.ts';
import { importJob } from './import-job.ts';
import * as jobRoutes from './job-routes.ts';
import * as routes from './routes.ts';
import { foldLeftovers, foldTallies } from './tasks.ts';

/** What contacts agreed to, and contacts in batches, with their memberships and checks; then what was counted of them. */
async function wipeContacts(tx: ProjectTx): Promise<boolean> {
  const isMore = await wipePages(tx, [
    ['consent_records', 'contact_id', 'at'],
    ['contacts', 'id'],
    ['contact_tallies', 'id'],
    ['contact_field_values', 'key', 'value'],
    ['contact_fields', 'key'],
    ['contact_totals', 'project_id'],
  ]);
  if (isMore) return true;
  // Why: a fold that is under way would write what it has read before the wipe.
  await sql`select pg_advisory_xact_lock_shared(70215443, 84)`.execute(tx.db);
  return wipePages(tx, [
    ['contact_figures', 'quarter'],
    ['contact_figure_starts', 'project_id'],
  ]);
}

export const contacts = defineFeature({
  name: 'contacts',
  routes: [
    ...Object.values(consentRoutes),
    ...Object.values(fieldRoutes),
    ...Object.values(jobRoutes),
    ...Object.values(routes),
  ],
  tasks: [
    foldTallies,
    ...[importJob, bulkJobs.subscribe, bulkJobs.unsubscribe, bulkJobs.delete, deleteFieldJob].map(({ task }) => task),
  ],
  schedules: [foldLeftovers, foldFigures],
  wipe: wipeContacts,
});
