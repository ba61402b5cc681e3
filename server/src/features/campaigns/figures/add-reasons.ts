import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';
import { limits } from '#pure/limits';
import { cut } from '#pure/text';

export type ReasonOutcome = 'suppressed' | 'failed' | 'cancelled' | 'bounced' | 'complained' | 'rejected';

export interface ReasonChange {
  readonly campaignId: string;
  readonly outcome: ReasonOutcome;
  readonly reason: string | null;
  readonly by: 1 | -1;
}

/** Counts why mails did not arrive (D-832). Beyond a number of reasons for one campaign a new one is counted as `other`. */
export async function addReasons(tx: ProjectTx, changes: readonly ReasonChange[]): Promise<void> {
  if (changes.length === 0) return;
  const groups = Map.groupBy(changes, ({ campaignId, outcome, reason }) =>
    JSON.stringify([campaignId, outcome, reason]),
  );
  const rows = [...groups]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, own]) => {
      const [campaignId, outcome, reason] = JSON.parse(key) as [string, string, string | null]; // written above
      return { campaignId, outcome, reason: cut(reason ?? 'other', 64), by: own.reduce((sum, { by }) => sum + by, 0) };
    });
  await sql`
    insert into campaign_reasons as r (project_id, campaign_id, outcome, reason, count)
    select ${tx.projectId}, w.campaign_id, w.outcome, k.reason, sum(w.by)
      from unnest(${rows.map(({ campaignId }) => campaignId)}::uuid[], ${rows.map(({ outcome }) => outcome)}::text[],
                  ${rows.map(({ reason }) => reason)}::text[], ${rows.map(({ by }) => by)}::int[])
             w (campaign_id, outcome, reason, by)
     cross join lateral (
       select case when exists (select 1 from campaign_reasons o
                                 where o.project_id = ${tx.projectId} and o.campaign_id = w.campaign_id
                                   and o.outcome = w.outcome and o.reason = w.reason)
                     or (select count(*) from campaign_reasons o
                          where o.project_id = ${tx.projectId} and o.campaign_id = w.campaign_id) < ${limits.campaignReasons}
                   then w.reason else 'other' end as reason) k
     where exists (select 1 from campaigns c where c.project_id = ${tx.projectId} and c.id = w.campaign_id)
     group by w.campaign_id, w.outcome, k.reason order by w.campaign_id, w.outcome, k.reason
    on conflict (project_id, campaign_id, outcome, reason) do update set count = r.count + excluded.count`.execute(
    tx.db,
  );
}
