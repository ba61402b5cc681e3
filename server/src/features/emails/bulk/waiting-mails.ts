import { sql } from 'kysely';
import type { ProjectReader, ProjectTx } from '#platform/context';

/** How many mails of a source are due and not closed, counted up to a maximum. */
export async function countDue({ db, projectId }: ProjectReader, sourceId: string, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from deliveries where project_id = ${projectId} and campaign_id = ${sourceId} limit ${max}) d`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Mails of a source that are due get so many more seconds: a pause does not count towards their time (D-818). */
export async function extendExpiry(tx: ProjectTx, sourceId: string, seconds: number): Promise<void> {
  await sql`
    with due as materialized (
      select d.id from deliveries d where d.project_id = ${tx.projectId} and d.campaign_id = ${sourceId} order by d.id for update)
    update deliveries d set expires_at = expires_at + ${seconds} * interval '1 second'
      from due where d.project_id = ${tx.projectId} and d.id = due.id`.execute(tx.db);
}
