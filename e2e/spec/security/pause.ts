import { randomUUIDv7 } from 'node:crypto';
import type { World } from '../world/world.ts';

type Sql = World['sql'];

/** A pause as a check leaves it, `days` ago. */
export async function pause(sql: Sql, projectId: string, scope: 'MARKETING' | 'ALL', days = 0): Promise<void> {
  await sql('delete from reputation_suspensions where project_id = $1 and scope = $2', [projectId, scope]);
  await sql(
    `insert into reputation_suspensions (project_id, id, scope, cause, value, threshold, started_at)
     values ($1, $2, $3, 'BOUNCE_RATE', 5.4, 5, now() - $4 * interval '1 day')`,
    [projectId, randomUUIDv7(), scope, days],
  );
  const column = scope === 'ALL' ? 'paused_at' : 'marketing_paused_at';
  await sql(`update projects set ${column} = now() - $2 * interval '1 day' where id = $1`, [projectId, days]);
}
