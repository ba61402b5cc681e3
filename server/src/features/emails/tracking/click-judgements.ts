import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';
import { defineSpool } from '#platform/spool';
import type { EmailId } from '../email.ts';
import { judgeClicks } from './judge-clicks.ts';

/** One second, and the time until a click is in the log. */
const holdSeconds = 1.5;

/** Emails with clicks whose second is over. A second run finds them judged. */
export const clickJudgements = defineSpool({
  name: 'emails.click-judgements',
  table: 'click_judgements',
  lanes: ['clicks'],
  leaseSeconds: 30,
  longestPauseMs: 500,
  slots: 100,
  share: 50,
  batches: 2,
  handleBatch: (ctx, claims) => ctx.transaction((tx) => judgeClicks(tx, claims)),
  async onPoison(ctx, claim) {
    ctx.log.error({ emailId: claim.id }, 'clicks cannot be judged');
    return 'done';
  },
});

/** Schedules the judgement of these clicks after their second. Voids the claim of a worker that judges the email now. */
export async function holdClicks(tx: ProjectTx, clicks: readonly { readonly emailId: EmailId }[]): Promise<void> {
  const ids = [...new Set(clicks.map(({ emailId }) => emailId))].toSorted();
  if (ids.length === 0) return;
  await sql`
    insert into click_judgements as j (project_id, id, due_at)
    select ${tx.projectId}, id, now() + make_interval(secs => ${holdSeconds}) from unnest(${ids}::uuid[]) w (id)
    on conflict (project_id, id) do update set fence = null, lease_until = null, due_at = excluded.due_at
     where j.lease_until is not null`.execute(tx.db);
}
