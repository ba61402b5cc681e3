import { sql } from 'kysely';
import type { ProjectReader } from '#platform/context';

/** How many recipients these campaigns have so far; one that was deleted is left out. */
export async function loadCampaignTotals(
  { db, projectId }: ProjectReader,
  ids: readonly string[],
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; recipients: string }>`
    select c.id, coalesce(sum(n.recipients), 0) as recipients
      from campaigns c left join campaign_counts n on n.project_id = c.project_id and n.campaign_id = c.id
     where c.project_id = ${projectId} and c.id = any (${ids}::uuid[]) group by c.id`.execute(db);
  return new Map(rows.map(({ id, recipients }) => [id, Number(recipients)]));
}
