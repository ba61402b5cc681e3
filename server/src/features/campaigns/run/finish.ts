import { countDue, endStop, endText } from '#features/emails';
import type { ProjectContext } from '#platform/context';
import { type Claim, completeIn } from '#platform/spool';
import type { CampaignId } from '../campaign.ts';
import { lockCampaign, updateCampaign } from '../queries.ts';
import { lockRun } from './campaign-run.ts';
import { notHeld } from './note-hold.ts';
import { notPaused } from './pause.ts';

/**
 * Ends a run of which all mails are closed: SENDING becomes SENT, CANCELLED stays. False while there is something to do.
 * Why here and not with the last result: two that end at once would each see the other.
 */
export const finish = (ctx: ProjectContext, claim: Claim): Promise<boolean> =>
  ctx.transaction(async (tx) => {
    const run = await lockRun(tx, claim);
    if (!run?.isExpanded || !run.isAllDue || (await countDue(tx, claim.id, 1)) > 0) return false;
    const id = claim.id as CampaignId; // a run has its campaign's id
    const campaign = await lockCampaign(tx, id);
    if (campaign.status === 'SENDING') {
      await updateCampaign(tx, id, {
        status: 'SENT',
        completedAt: tx.now,
        updatedAt: tx.now,
        ...notPaused,
        ...notHeld,
      });
    }
    await endText(tx, id);
    await endStop(tx, { sourceId: id, reason: 'CAMPAIGN_PAUSED' });
    await endStop(tx, { sourceId: id, reason: 'CAMPAIGN_CANCELLED' });
    return completeIn(tx, claim);
  });
