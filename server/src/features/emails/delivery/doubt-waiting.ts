import { sql } from 'kysely';
import type { ProjectContext } from '#platform/context';
import type { Loss } from '#platform/feature';

const batch = 1_000;

/**
 * Mail that waited when a backup was taken may have left since, and the database that knew is lost. It is treated as if its worker
 * had died after the gate: evidence first, then the rules of doubt. Mail that was accepted after the restore cannot have left, and neither can
 * mail that a whole sent log does not have; what it has was settled before.
 */
export async function doubtWaiting(ctx: ProjectContext, { restoredAt, isLogWhole }: Loss): Promise<void> {
  if (isLogWhole) return;
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

/** A hand-over that the sent log has as begun, and of which nobody knows the end. */
interface BegunMail {
  readonly email: string;
  readonly attempt: number;
}

/** The same for mail whose hand-over had begun: where the database does not know that attempt, it is in doubt. Returns how many are. */
export const doubtBegun = (ctx: ProjectContext, begun: readonly BegunMail[]): Promise<number> =>
  ctx.transaction(async ({ db, projectId, now }) => {
    const { numAffectedRows = 0n } = await sql`
      update deliveries d
         set phase = 'COMMITTING', attempt = d.attempt + 1, committing_at = ${now}, boot_id = null, hold_reason = null
        from (select o.id from deliveries o
                join (select b.id, max(b.attempt) as attempt
                        from unnest(${begun.map(({ email }) => email)}::uuid[], ${begun.map(({ attempt }) => attempt)}::int[]) b (id, attempt)
                       group by b.id) known on known.id = o.id and known.attempt > o.attempt
               where o.project_id = ${projectId} and o.phase is null and not o.is_test
               order by o.id for update of o) w
       where d.project_id = ${projectId} and d.id = w.id`.execute(db);
    return Number(numAffectedRows);
  });
