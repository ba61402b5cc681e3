import { z } from 'zod';
import { listTeamLeaders, projectPageUrl } from '#features/projects';
import { defineInstanceTask, type ProjectId, type ProjectTx } from '#platform/context';
import type { AccountMail } from '#platform/mail';
import type { Campaign, CampaignId } from '../campaign.ts';
import { lookUpCampaign } from '../queries.ts';
import type { CanaryAlarm } from './canary.ts';

/** Mails one owner or admin that a canary has paused a campaign. A second run repeats the mail to this person alone. */
export const tellTeam = defineInstanceTask({
  name: 'campaigns.tell-team',
  payload: z.object({ projectId: z.string(), campaignId: z.string(), userId: z.string() }),
  retry: { attempts: 8, delaySeconds: 10 },

  async run(ctx, { projectId, campaignId, userId }) {
    if (!ctx.mail.canSend) return;
    const project = ctx.inProject(projectId as ProjectId); // stamped by the run that paused it
    const leaders = await ctx.read((reader) => listTeamLeaders(reader, project.projectId));
    const leader = leaders.find((one) => one.userId === userId);
    const id = campaignId as CampaignId; // as above
    const campaign = await project.read((reader) => lookUpCampaign(reader, id, { hasBodies: false }));
    if (!leader || campaign?.pausedReason !== 'CANARY') return;
    await ctx.mail.send({
      to: leader.email,
      ...noticeText(campaign, projectPageUrl(ctx.config, project.projectId, `campaigns/${campaignId}`)),
    });
  },
});

/** In the transaction that pauses the campaign. One task for each person: a failed mail is repeated to that person only. */
export async function tellLeaders(tx: ProjectTx, campaignId: CampaignId): Promise<void> {
  for (const { userId } of await listTeamLeaders(tx, tx.projectId)) {
    await tx.enqueue(tellTeam, { projectId: tx.projectId, campaignId, userId });
  }
}

const measured: Record<CanaryAlarm['metric'], string> = {
  bounceRate: 'per cent of its first recipients do not exist',
  complaintRate: 'per cent of its first recipients complained',
};

function noticeText({ name, pauseDetail }: Campaign, page: string): Omit<AccountMail, 'to'> {
  const { metric, value, threshold } = pauseDetail as unknown as CanaryAlarm; // written with the pause
  const shownName = name.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  const facts = [
    `The campaign "${shownName}" has paused itself: ${value} ${measured[metric]}. Its limit is ${threshold}.`,
    'The rest of the audience was not mailed. Look at where these addresses come from; then resume the campaign or cancel it.',
  ];
  return {
    subject: `The campaign "${shownName}" is paused`,
    text: ['Hello,', ...facts, page, ''].join('\n\n'),
  };
}
