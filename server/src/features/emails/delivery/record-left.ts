import { sql } from 'kysely';
import type { ProjectContext } from '#platform/context';

/** A mail that has left, as the sent log says. */
interface LeftMail {
  readonly email: string;
  readonly at: string;
}

/**
 * Mails that have left, and wait here or are in doubt: that is stored as evidence for the attempt that `doubtWaiting` would open, and opened with it.
 * The rules of doubt then take them as sent. Why opened here: what the log has must not leave again, whenever it was accepted.
 */
export async function recordLeft(ctx: ProjectContext, left: readonly LeftMail[]): Promise<void> {
  await ctx.transaction(async ({ db, projectId, now }) => {
    await sql`
      with known as materialized (
        select w.id, max(w.at) as at
          from unnest(${left.map(({ email }) => email)}::uuid[], ${left.map(({ at }) => at)}::timestamptz[]) w (id, at)
         group by w.id),
      found as materialized (
        select d.id, d.phase, d.attempt, k.at from deliveries d join known k on k.id = d.id
         where d.project_id = ${projectId} order by d.id for update of d),
      opened as (
        update deliveries d
           set phase = 'COMMITTING', attempt = d.attempt + 1, committing_at = ${now}, boot_id = null, hold_reason = null
          from found f where d.project_id = ${projectId} and d.id = f.id and f.phase is null)
      insert into delivery_attempts as a (project_id, email_id, attempt, replied_at, finished_at, outcome, ambiguous, evidence)
      select ${projectId}, f.id, case when f.phase is null then f.attempt + 1 else f.attempt end, f.at, ${now}, 'ACCEPTED', false, 'sent-log'
        from found f
      on conflict (project_id, email_id, attempt) do update
        set outcome = excluded.outcome, replied_at = excluded.replied_at, finished_at = excluded.finished_at, evidence = excluded.evidence
        where a.outcome = 'UNKNOWN'`.execute(db);
  });
}
