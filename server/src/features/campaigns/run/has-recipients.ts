import { sql } from 'kysely';
import { isNotReached } from '#features/emails';
import { listFew, loadAudience } from '#features/segments';
import type { ProjectContext, ProjectReader } from '#platform/context';
import { applySettings, isStatementTimeout } from '#platform/db';
import { audienceTree } from '../audience-tree.ts';
import type { Campaign } from '../campaign.ts';

const withinMs = 5_000;

/** Whether anybody would get this campaign now; true as well when that takes longer than five seconds (D-831). */
export async function hasRecipients(ctx: ProjectContext, campaign: Campaign): Promise<boolean> {
  try {
    return await ctx.read((reader) => findAny(reader, campaign));
  } catch (error) {
    if (isStatementTimeout(error)) return true;
    throw error;
  }
}

async function findAny(reader: ProjectReader, campaign: Campaign): Promise<boolean> {
  const { db, projectId } = reader;
  applySettings(db, { statement_timeout: String(withinMs), jit: 'off' });
  const tree = audienceTree(campaign);
  const audience = tree && (await loadAudience(reader));
  const few = tree && audience ? await listFew(reader, audience, tree) : null;
  const isMember = tree && audience ? audience.matches(tree) : sql`true`;
  const isFew = few === null ? sql`true` : sql`c.id = any(${few}::uuid[])`;
  const { rows } = await sql`
    select from contacts c
     where c.project_id = ${projectId} and ${isFew} and (${campaign.type === 'TRANSACTIONAL'}::boolean or c.subscribed)
       and (${isMember}) and ${isNotReached(reader, campaign.excludeCampaignId)} limit 1`.execute(db);
  return rows.length > 0;
}
