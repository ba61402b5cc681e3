import type { Sql } from '../instance/database.ts';
import type { Owner } from '../world/people.ts';

/** Deletes all projects of an owner but the first, so that a series of cases does not reach the limit. */
export async function deleteOtherProjects(sql: Sql, { id, project }: Owner): Promise<void> {
  const others = 'select project_id from memberships where user_id = $1 and project_id <> $2';
  await sql(`delete from projects where id in (${others})`, [id, project.id]);
}
