import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';
import { checkReputation } from './check-reputation.ts';
import type { MailSource, ReputationCounts } from './stats.ts';

/** One mail, or one notice about it. */
export interface CountedMail {
  readonly campaignId: string | null;
  readonly workflowId: string | null;
  readonly of: keyof ReputationCounts;
}

/** Writers of one project spread over this many rows, so that they do not wait for each other. */
const slots = 8;
const checkLaterSeconds = 30;

/**
 * Adds a batch to the hour's counts: one statement, one row for the project and one for each source in it.
 * Bounces and complaints are checked at once. Mail handed over can only complete a minimum, which is checked within a minute.
 */
export async function countMail(tx: ProjectTx, counted: readonly CountedMail[]): Promise<void> {
  if (counted.length === 0) return;
  const rows = tally(tx.projectId, counted);
  const { rows: results } = await sql<{ hasTrouble: boolean }>`
    with state as (
      select coalesce((select round from reputation_states where project_id = ${tx.projectId}), 0) as round),
    added as (
      insert into reputation_counts as c (project_id, round, hour, scope, target_id, slot, sent, bounces, complaints)
      select ${tx.projectId}, state.round, date_trunc('hour', ${tx.now}::timestamptz), w.scope, w.target_id,
             pg_backend_pid() % ${slots}, w.sent, w.bounces, w.complaints
        from state, unnest(${rows.map(({ scope }) => scope)}::text[], ${rows.map(({ targetId }) => targetId)}::uuid[],
                           ${rows.map(({ sent }) => sent)}::bigint[], ${rows.map(({ bounces }) => bounces)}::bigint[],
                           ${rows.map(({ complaints }) => complaints)}::bigint[])
                    w (scope, target_id, sent, bounces, complaints)
       order by w.scope <> 'project', w.scope, w.target_id
      on conflict (project_id, round, hour, scope, target_id, slot) do update
         set sent = c.sent + excluded.sent, bounces = c.bounces + excluded.bounces,
             complaints = c.complaints + excluded.complaints)
    select exists (select from reputation_counts t, state
                    where t.project_id = ${tx.projectId} and t.round = state.round and t.scope = 'project'
                      and t.hour > ${tx.now}::timestamptz - interval '7 days' and (t.bounces > 0 or t.complaints > 0))
           as "hasTrouble"`.execute(tx.db);
  if (counted.some(({ of }) => of !== 'sent')) await tx.enqueue(checkReputation, {}, { mergeKey: 'trouble' });
  else if (results[0]?.hasTrouble) {
    const startAfter = new Date(tx.now.getTime() + checkLaterSeconds * 1_000);
    await tx.enqueue(checkReputation, {}, { mergeKey: 'sent', startAfter });
  }
}

function tally(projectId: string, counted: readonly CountedMail[]): (MailSource & ReputationCounts)[] {
  const rows = new Map<string, MailSource & { sent: number; bounces: number; complaints: number }>();
  const add = (scope: string, targetId: string, of: keyof ReputationCounts): void => {
    const key = `${scope} ${targetId}`;
    const row = rows.get(key) ?? { scope, targetId, sent: 0, bounces: 0, complaints: 0 };
    row[of] += 1;
    rows.set(key, row);
  };
  for (const { campaignId, workflowId, of } of counted) {
    add('project', projectId, of);
    if (campaignId) add('campaign', campaignId, of);
    if (workflowId) add('workflow', workflowId, of);
  }
  return [...rows.values()];
}
