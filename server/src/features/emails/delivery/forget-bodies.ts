import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';

/**
 * Deletes the content of mails whose contact was deleted after they had passed the gate (D-635), which was needed until the result, and what
 * the receiving side has replied. Mails of existing contacts, and mails under way, are not changed.
 */
export async function forgetBodies(tx: ProjectTx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    with forgotten as (
      select e.id from emails e
       where e.project_id = ${tx.projectId} and e.id = any(${ids}::uuid[]) and e.recipient is null
         and not exists (select 1 from deliveries d where d.project_id = e.project_id and d.id = e.id)),
    attempts as (
      update delivery_attempts set reply = null
       where project_id = ${tx.projectId} and email_id = any(array(select id from forgotten)) and reply is not null),
    contents as (
      delete from email_contents c using forgotten f where c.project_id = ${tx.projectId} and c.id = f.id)
    delete from inbox_messages m using forgotten f where m.project_id = ${tx.projectId} and m.id = f.id`.execute(tx.db);
}
