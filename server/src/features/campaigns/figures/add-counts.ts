import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';
import { mailboxProvider } from '#pure/mailbox-providers';
import { type CountName, countNames } from '../campaign.ts';
import { countColumn } from '../campaign-row.ts';

/** One mail, or several, that are counted. */
export interface CountChange {
  readonly campaignId: string;
  /** Null where nobody looks at it by provider. */
  readonly recipient: string | null;
  readonly counts: Partial<Record<CountName, number>>;
}

/** Rows for one campaign and provider, so that workers seldom wait for each other. */
const slots = 8;

/** Changes the counts of campaigns, in the transaction that changes the mails (D-811). Deleted campaigns have none. */
export async function addCounts(tx: ProjectTx, changes: readonly CountChange[]): Promise<void> {
  if (changes.length === 0) return;
  const groups = Map.groupBy(changes, ({ campaignId, recipient }) => `${campaignId} ${mailboxProvider(recipient)}`);
  const rows = [...groups].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(rowOf);
  await sql`
    insert into campaign_counts as n (project_id, campaign_id, provider, slot, ${columns})
    select ${tx.projectId}, w.campaign_id, w.provider, ${Math.floor(Math.random() * slots)}::smallint, ${sums}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) w (campaign_id uuid, provider text, ${typed})
     where exists (select 1 from campaigns c where c.project_id = ${tx.projectId} and c.id = w.campaign_id)
    on conflict (project_id, campaign_id, provider, slot) do update set ${additions}`.execute(tx.db);
}

function rowOf([key, changes]: [string, readonly CountChange[]]): Record<string, string | number> {
  const [campaign_id = '', provider = ''] = key.split(' ');
  const row: Record<string, string | number> = { campaign_id, provider };
  for (const { counts } of changes) {
    for (const name of countNames) {
      const by = counts[name];
      if (by !== undefined) row[countColumn(name)] = Number(row[countColumn(name)] ?? 0) + by;
    }
  }
  return row;
}

const named = countNames.map(countColumn);
const columns = sql.raw(named.join(', '));
const sums = sql.raw(named.map((name) => `coalesce(w.${name}, 0)`).join(', '));
const typed = sql.raw(named.map((name) => `${name} bigint`).join(', '));
const additions = sql.raw(named.map((name) => `${name} = n.${name} + excluded.${name}`).join(', '));
