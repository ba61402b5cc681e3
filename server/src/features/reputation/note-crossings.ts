import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';
import type { Crossing } from './judge.ts';
import { notifyTeam } from './notify-team.ts';

/** A storm of bounces crosses one line after the other; the team is notified once, of the most severe. The pause itself does not wait. */
const notifyAfterSeconds = 30;

/**
 * Records which lines are crossed. A line that was crossed before is reported again after seven days, or when a lifted
 * pause has started a new round; a warning is given once in seven days whatever else happens (D-1133).
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
  await tx.enqueue(notifyTeam, {}, { startAfter: new Date(tx.now.getTime() + notifyAfterSeconds * 1_000) });
}
