import type { ProjectContext } from '#platform/context';
import type { CampaignId } from '../campaign.ts';
import { pause } from './pause.ts';

/**
 * Recipients of a campaign under way may have got it after the backup was taken, and a campaign whose time has come since may have
 * been sent. The one is paused and the other is a draft again, until a person decides.
 */
export const stopAfterLoss = (ctx: ProjectContext): Promise<void> =>
  ctx.transaction(async (tx) => {
    const { db, projectId, now } = tx;
    const sending = await db
      .selectFrom('campaigns')
      .select('id')
      .where('projectId', '=', projectId)
      .where('status', '=', 'SENDING')
      .execute();
    for (const { id } of sending) await pause(tx, id as CampaignId, { reason: 'USER', detail: null }); // a row of campaigns
    await db
      .updateTable('campaigns')
      .set({ status: 'DRAFT', scheduledFor: null, sentBy: null, updatedAt: now })
      .where('projectId', '=', projectId)
      .where('status', '=', 'SCHEDULED')
      .where('scheduledFor', '<=', now)
      .execute();
  });
