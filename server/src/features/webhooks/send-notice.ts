import { z } from 'zod';
import { listTeamLeaders, projectPageUrl } from '#features/projects';
import { defineInstanceTask, type ProjectId } from '#platform/context';
import { cleanHeaderText } from '#pure/message';

/**
 * Mails one owner or admin about a failing endpoint. Mails nothing when it is no longer true, or the person has left. A second run
 * repeats the mail to this person alone.
 */
export const sendNotice = defineInstanceTask({
  name: 'webhooks.send-notice',
  payload: z.object({ projectId: z.string(), endpointId: z.string(), userId: z.string() }),
  retry: { attempts: 8, delaySeconds: 10 },

  async run(ctx, { projectId, endpointId, userId }) {
    if (!ctx.mail.canSend) return;
    const project = ctx.inProject(projectId as ProjectId); // stamped by the task that found the endpoint
    const endpoint = await project.read((reader) =>
      reader.db
        .selectFrom('webhookEndpoints')
        .select(['url', 'failingSince'])
        .where('projectId', '=', reader.projectId)
        .where('id', '=', endpointId)
        .where('enabled', '=', true)
        .where('failingSince', 'is not', null)
        .executeTakeFirst(),
    );
    if (!endpoint) return;
    const leaders = await ctx.read((reader) => listTeamLeaders(reader, project.projectId));
    const leader = leaders.find((one) => one.userId === userId);
    if (!leader) return;
    const host = cleanHeaderText(URL.parse(endpoint.url)?.host ?? 'your URL');
    const lines = [
      'Hello,',
      `calls to a webhook endpoint of the project ${cleanHeaderText(leader.projectName)} at ${host} have failed for a day.`,
      'What is meant for it waits, and one call is made now and then. If all of them fail, the endpoint is disabled after three days, and what waits is not sent.',
      projectPageUrl(ctx.config, project.projectId, `webhooks/${endpointId}`),
      '',
    ];
    await ctx.mail.send({ to: leader.email, subject: `Webhook calls to ${host} fail`, text: lines.join('\n\n') });
  },
});
