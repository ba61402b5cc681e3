import type { Sql } from '../instance/database.ts';
import type { Owner } from '../world/people.ts';

/** Takes away what an owner has besides their own project, so that the limit does not end a row of cases. */
export async function makeRoom(sql: Sql, { id, project }: Owner): Promise<void> {
  const others = 'select project_id from memberships where user_id = $1 and project_id <> $2';
  await sql(`delete from projects where id in (${others})`, [id, project.id]);
}
