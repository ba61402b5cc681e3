import { sql } from 'kysely';
import { isNotReached } from '#features/emails';
import { listFew, loadAudience } from '#features/segments';
import type { ProjectContext, ProjectReader } from '#platform/context';
import { applySettings, isStatementTimeout } from '#platform/db';
import { audienceTree } from '../audience-tree.ts';
import type { Campaign } from '../campaign.ts';

const withinMs = 5_000;

/** How many contacts would get this campaign now, counted up to a maximum; null when that takes longer than five seconds (D-831). */
export async function countRecipients(ctx: ProjectContext, campaign: Campaign, max: number): Promise<number | null> {
  try {
    return await ctx.read((reader) => count(reader, campaign, max));
  } catch (error) {
    if (isStatementTimeout(error)) return null;
    throw error;
  }
}

async function count(reader: ProjectReader, campaign: Campaign, max: number): Promise<number> {
  const { db, projectId } = reader;
  applySettings(db, { statement_timeout: String(withinMs), jit: 'off' });
  const tree = audienceTree(campaign);
  const audience = tree && (await loadAudience(reader));
  const few = tree && audience ? await listFew(reader, audience, tree) : null;
  const isMember = tree && audience ? audience.matches(tree) : sql`true`;
  const isFew = few === null ? sql`true` : sql`c.id = any(${few}::uuid[])`;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from contacts c
       where c.project_id = ${projectId} and ${isFew} and (${campaign.type === 'TRANSACTIONAL'}::boolean or c.subscribed)
         and (${isMember}) and ${isNotReached(reader, campaign.excludeCampaignId)} limit ${max}) found`.execute(db);
  return rows[0]?.count ?? 0;
}
