import { sql } from 'kysely';
import type { ProjectReader } from '#platform/context';

/** All mails of the project (D-1005); null while mails of an earlier version are not counted yet. */
export async function countAccepted({ db, projectId }: ProjectReader): Promise<number | null> {
  const { rows } = await sql<{ count: string | null }>`
    select case when not exists (select from mail_figure_fills where project_id = ${projectId}) then
             coalesce((select accepted from mail_totals where project_id = ${projectId}), 0)
             + coalesce((select sum(accepted) from mail_figures where project_id = ${projectId} and slot <> 0), 0) end
           as count`.execute(db);
  const count = rows[0]?.count ?? null;
  return count === null ? null : Number(count);
}
