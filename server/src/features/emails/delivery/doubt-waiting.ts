import { sql } from 'kysely';
import type { ProjectContext } from '#platform/context';

const batch = 1_000;

/**
 * Mail that waited when a backup was taken may have left since, and the database that knew is lost. It is treated as if its worker
 * had died after the gate: evidence first, then the rules of doubt. Mail that was accepted after the restore cannot have left.
 */
export async function doubtWaiting(ctx: ProjectContext, restoredAt: Date): Promise<void> {
  for (let changed = batch; changed === batch; ) {
    changed = await ctx.transaction(async ({ db, projectId, now }) => {
      const { numAffectedRows = 0n } = await sql`
        update deliveries d
           set phase = 'COMMITTING', attempt = d.attempt + 1, committing_at = ${now}, boot_id = null, hold_reason = null
          from (select o.id from deliveries o join emails e on e.project_id = o.project_id and e.id = o.id
                 where o.project_id = ${projectId} and o.phase is null and not o.is_test and e.created_at <= ${restoredAt}
                 order by o.id limit ${batch} for update of o) w
         where d.project_id = ${projectId} and d.id = w.id`.execute(db);
      return Number(numAffectedRows);
    });
  }
}
