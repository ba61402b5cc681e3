import { sql } from 'kysely';
import type { ProjectReader } from '#platform/context';
import { lanes } from './lanes.ts';

/** How many seconds the longest waiting mail of the project is due and not held; 0 when none is (D-1013). */
export async function oldestDueSeconds({ db, projectId }: ProjectReader): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(max(extract(epoch from now() - d.due_at)), 0)::int as seconds
      from generate_series(0, ${lanes.length - 1}::int) l (lane)
     cross join lateral (
       select due_at from deliveries
        where lane = l.lane and project_id = ${projectId} and lease_until is null and hold_reason is null and due_at <= now()
        order by due_at limit 1) d`.execute(db);
  return rows[0]?.seconds ?? 0;
}
