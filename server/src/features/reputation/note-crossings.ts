import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';
import type { Crossing } from './judge.ts';
import { tellTeam } from './tell-team.ts';

/** A storm crosses one line after the other; the team is told once, of the gravest. The pause itself does not wait. */
const tellAfterSeconds = 30;

/**
 * Writes down which lines are crossed. A line that was crossed before is news again after seven days, or when a lifted
 * pause has begun a new round; a warning is given once in seven days whatever else happens (D-1133).
 */
export async function noteCrossings(tx: ProjectTx, round: number, crossings: readonly Crossing[]): Promise<void> {
  if (crossings.length === 0) return;
  const { numAffectedRows = 0n } = await sql`
    insert into reputation_notices as n (project_id, metric, line, round, value, threshold, crossed_at)
    select ${tx.projectId}, w.metric, w.line, ${round}, w.value, w.threshold, ${tx.now}
      from unnest(${crossings.map(({ metric }) => metric)}::text[], ${crossings.map(({ line }) => line)}::text[],
                  ${crossings.map(({ value }) => value)}::float8[],
                  ${crossings.map(({ threshold }) => threshold)}::float8[]) w (metric, line, value, threshold)
    on conflict (project_id, metric, line) do update
       set round = excluded.round, value = excluded.value, crossed_at = excluded.crossed_at, told_at = null
     where n.crossed_at < excluded.crossed_at - interval '7 days' or (n.line <> 'warn' and n.round < excluded.round)`.execute(
    tx.db,
  );
  if (numAffectedRows === 0n) return;
  await tx.enqueue(tellTeam, {}, { startAfter: new Date(tx.now.getTime() + tellAfterSeconds * 1_000) });
}
