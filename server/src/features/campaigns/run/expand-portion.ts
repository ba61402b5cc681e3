import { expandMails } from '#features/emails';
import type { ProjectTx } from '#platform/context';
import { applySettings } from '#platform/db';
import type { Campaign } from '../campaign.ts';
import { addCounts } from '../figures/add-counts.ts';
import { updateCampaign } from '../queries.ts';
import { bulkMailOf, type CampaignRun } from './campaign-run.ts';
import { canaryShareOf } from './canary.ts';
import { loadFrozenAudience } from './frozen-audience.ts';

/** Makes the email records of the next contacts, and notes when they are complete. Returns the run as it is then. */
export async function expandPortion(tx: ProjectTx, campaign: Campaign, run: CampaignRun): Promise<CampaignRun> {
  const { sentAt } = campaign;
  if (sentAt === null) throw new Error('a campaign under way has begun');
  // Why: with statistics of yesterday the planner might read all contacts for each page.
  applySettings(tx.db, { enable_seqscan: 'off', jit: 'off' });
  const audience = await loadFrozenAudience(tx, campaign);
  const page = await expandMails(tx, {
    mail: bulkMailOf(campaign),
    sentAt,
    matches: audience.matches,
    excludedSourceId: campaign.excludeCampaignId,
    after: run.contactCursor,
    lastEmailId: run.lastEmailId,
    contactIds: run.contactCursor === null ? await audience.list() : null,
  });
  if (page.made > 0) {
    await addCounts(tx, [{ campaignId: campaign.id, recipient: null, counts: { recipients: page.made } }]);
  }
  const moved = { ...run, contactCursor: page.after ?? run.contactCursor, lastEmailId: page.lastEmailId };
  if (page.after !== null) return moved;
  await updateCampaign(tx, campaign.id, { expandedAt: tx.now, lastEmailId: page.lastEmailId });
  const share = canaryShareOf(campaign.canary, campaign.counts.recipients + page.made);
  return { ...moved, isExpanded: true, canaryShare: share, canaryStage: share === null ? 'REST' : 'PART' };
}
