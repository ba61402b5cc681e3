import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';

const batch = 500;

/** Deletes rows and lists what is kept outside of the database for removal, in one transaction. */
export async function wipeUploads(tx: ProjectTx): Promise<boolean> {
  const { rows } = await sql<{ isFound: boolean }>`
    with page as (select key from uploads where project_id = ${tx.projectId} limit ${batch}),
    gone as (delete from uploads u using page where u.project_id = ${tx.projectId} and u.key = page.key
             returning u.key, u.size, u.content is null as is_outside),
    listed as (insert into file_removals (key, due_at) select key, now() from gone where is_outside),
    counted as (update upload_totals t set bytes = t.bytes - (select coalesce(sum(size), 0) from gone)
                 where t.project_id = ${tx.projectId})
    select exists (select from page) as is_found`.execute(tx.db);
  if (rows[0]?.isFound) return true; // also if all of the page were deleted at the same moment
  await tx.db.deleteFrom('uploadTotals').where('projectId', '=', tx.projectId).execute();
  return false;
}
