import { sql } from 'kysely';
import type { ProjectTx } from '#platform/context';
import type { EmailId } from '../email.ts';
import type { HitCount } from './count-hits.ts';

interface HitCountRow {
  emailId: EmailId;
  linkId: string | null;
  total: number;
  lastAt: Date;
}

const nothing: HitCount = { total: 0, lastAt: new Map() };

/** The counted hits of these emails. Their rows must be locked, so that the counts do not change meanwhile. */
export async function loadHitCounts(
  tx: ProjectTx,
  kind: 'open' | 'click',
  ids: readonly EmailId[],
): Promise<(id: EmailId) => HitCount> {
  if (ids.length === 0) return () => nothing;
  const { rows } = await sql<HitCountRow>`
    select email_id, link_id, count(*)::int as total, max(at) as last_at from tracking_hits
     where project_id = ${tx.projectId} and email_id = any(${[...new Set(ids)]}::uuid[]) and kind = ${kind} and is_counted
     group by email_id, link_id`.execute(tx.db);
  const byEmail = Map.groupBy(rows, (row) => row.emailId);
  return (id) => {
    const own = byEmail.get(id) ?? [];
    return {
      total: own.reduce((sum, { total }) => sum + total, 0),
      lastAt: new Map(own.map(({ linkId, lastAt }) => [linkId, lastAt])),
    };
  };
}
