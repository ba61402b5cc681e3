import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';
import { limits } from '#pure/limits';
import type { EmailId } from '../email.ts';
import type { HitEmail } from './hit.ts';

/**
 * The emails with these ids, locked until the end of the transaction, so that no two transactions count at the same time.
 * A mail under way counts as handed over if its last attempt is in doubt. While a worker waits for the answer, and after a
 * temporary refusal, only the relay's own scanner can have seen it.
 * Why deliveries first: results and notices lock them in that order, and by id.
 */
export async function lockEmails(tx: ProjectTx, ids: readonly EmailId[]): Promise<Map<EmailId, HitEmail>> {
  const sorted = [...new Set(ids)].toSorted();
  const { rows } = await sql<HitEmail>`
    with under_way as materialized (
      select d.* from unnest(${sorted}::uuid[]) w (id) cross join lateral (
        select id, committing_at, phase = 'UNKNOWN' or (phase = 'COMMITTING' and lease_until <= now()) as is_in_doubt
          from deliveries where project_id = ${tx.projectId} and id = w.id for update) d),
    locked as materialized (
      select e.* from unnest(${sorted}::uuid[]) w (id) cross join lateral (
        select id, type, campaign_id, sent_at, recipient is null as is_forgotten
          from emails where project_id = ${tx.projectId} and id = w.id for update) e
       where (select count(*) from under_way) >= 0)
    select l.id, l.type, l.campaign_id, l.is_forgotten,
           coalesce(l.sent_at, case when u.is_in_doubt then u.committing_at end) as handed_over_at, p.tracking,
           (select count(*)::int from (
              select 1 from tracking_hits h where h.project_id = ${tx.projectId} and h.email_id = l.id
               limit ${limits.hitsNotedPerMail}) kept) as hits
      from locked l join projects p on p.id = ${tx.projectId} left join under_way u on u.id = l.id`.execute(tx.db);
  return new Map(rows.map((row) => [row.id, row]));
}
