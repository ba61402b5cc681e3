import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';
import type { EmailId, SuppressionReason } from '../email.ts';

export interface SuppressionDetails {
  readonly reason: SuppressionReason;
  readonly blocks: 'ALL' | 'MARKETING';
  readonly emailId?: EmailId;
  readonly note?: string | null;
}

/**
 * Puts addresses on the list. One row for each: a stronger cause raises what it blocks and why (complaint over bounce over
 * manual), a weaker one changes nothing. Returns how many were not on it before.
 */
export async function insertSuppressions(
  tx: ProjectTx,
  emails: readonly string[],
  { reason, blocks, emailId, note }: SuppressionDetails,
): Promise<number> {
  if (emails.length === 0) return 0;
  const sorted = emails.toSorted(); // the order in which rows are locked
  const ids = sorted.map(() => tx.newId<'suppression'>());
  const { rows } = await sql<{ id: string }>`
    insert into suppressions as s (project_id, id, email, reason, blocks, note, email_id, created_at)
    select ${tx.projectId}, w.id, w.email, ${reason}, ${blocks}, ${note ?? null}, ${emailId ?? null}::uuid, ${tx.now}
      from unnest(${ids}::uuid[], ${sorted}::text[]) w (id, email)
    on conflict (project_id, email) do update
      set blocks = case when 'ALL' in (s.blocks, excluded.blocks) then 'ALL' else s.blocks end,
          reason = case when ${isStronger} then excluded.reason else s.reason end,
          email_id = case when ${isStronger} then excluded.email_id else s.email_id end
      where (s.blocks = 'MARKETING' and excluded.blocks = 'ALL') or ${isStronger}
    returning s.id`.execute(tx.db);
  const given = new Set<string>(ids);
  return rows.filter(({ id }) => given.has(id)).length;
}

const order = sql`array['MANUAL', 'BOUNCE', 'COMPLAINT']`;
const isStronger = sql`array_position(${order}, excluded.reason) > array_position(${order}, s.reason)`;
