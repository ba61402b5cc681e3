import { z } from 'zod';
import { listTeamLeaders } from '#features/projects';
import { defineInstanceTask, type ProjectId } from '#platform/context';
import { findNotice } from './claim-notice.ts';
import { noticeText } from './notice-text.ts';

/** Mails one owner or admin about a line that was crossed. A second run repeats the mail to this person alone. */
export const sendNotice = defineInstanceTask({
  name: 'reputation.send-notice',
  payload: z.object({
    projectId: z.string(),
    userId: z.string(),
    metric: z.enum(['bounceRate', 'complaintRate', 'bounceCount', 'complaintCount']),
    line: z.enum(['warn', 'pauseMarketing', 'pauseAll']),
  }),
  retry: { attempts: 8, delaySeconds: 10 },

  async run(ctx, { projectId, userId, metric, line }) {
    if (!ctx.mail.canSend) return;
    const project = ctx.inProject(projectId as ProjectId); // stamped by the task that found the line
    const notice = await project.read((reader) => findNotice(reader, { metric, line }));
    const leaders = await ctx.read((reader) => listTeamLeaders(reader, project.projectId));
    const leader = leaders.find((one) => one.userId === userId);
    if (!notice || !leader) return;
    await ctx.mail.send({
      to: leader.email,
      ...noticeText(ctx.config, { projectId: project.projectId, projectName: leader.projectName }, notice),
    });
  },
});
