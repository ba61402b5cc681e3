import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';
import { defineFeature } from '#platform/feature';
import { bulkJobs } from './bulk-job.ts';
import { deleteFieldJob } from './delete-field-job.ts';
import * as fieldRoutes from './field-routes.ts';
import { importJob } from './import-job.ts';
import * as jobRoutes from './job-routes.ts';
import * as routes from './routes.ts';
import { foldLeftovers, foldTallies } from './tasks.ts';

export const contacts = defineFeature({
  name: 'contacts',
  routes: [...Object.values(fieldRoutes), ...Object.values(jobRoutes), ...Object.values(routes)],
  tasks: [
    foldTallies,
    ...[importJob, bulkJobs.subscribe, bulkJobs.unsubscribe, bulkJobs.delete, deleteFieldJob].map(({ task }) => task),
  ],
  schedules: [foldLeftovers],
  wipe: wipeContacts,
});

/** Deletes contacts in batches, then their counts. */
async function wipeContacts(tx: ProjectTx): Promise<boolean> {
  const { rows } = await sql<{ gone: string }>`
    with gone as (
      delete from contacts
       where project_id = ${tx.projectId}
         and id = any (array(select id from contacts where project_id = ${tx.projectId} limit 5000)) returning 1)
    select count(*) as gone from gone`.execute(tx.db);
  if (Number(rows[0]?.gone ?? 0) > 0) return true;
  for (const table of ['contactTallies', 'contactFieldValues', 'contactFields', 'contactTotals'] as const) {
    await tx.db.deleteFrom(table).where('projectId', '=', tx.projectId).execute();
  }
  return false;
}
