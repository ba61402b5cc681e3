import { z } from 'zod';
import { teamLeaders } from '#features/projects';
import type { ProjectId } from '#platform/context';
import { defineInstanceTask } from '#platform/context';
import type { Domain, DomainId } from './domain.ts';
import { noticeText } from './notice-text.ts';
import { findDomain } from './queries.ts';
import type { Effect } from './step.ts';

/**
 * Tells one owner or admin what became of a domain. Says nothing when it is no longer true, or the person has left.
 * It was enqueued by the transition itself, once; a second run repeats the mail to this person alone.
 */
export const sendNotice = defineInstanceTask({
  name: 'domains.send-notice',
  payload: z.object({
    projectId: z.string(),
    domainId: z.string(),
    userId: z.string(),
    about: z.enum(['verified', 'at-risk', 'lost']),
  }),
  retry: { attempts: 8, delaySeconds: 10 },

  async run(ctx, { projectId, domainId, userId, about }) {
    if (!ctx.mail.canSend) return;
    const project = ctx.inProject(projectId as ProjectId); // stamped by the transition
    const domain = await project.read((reader) => findDomain(reader, domainId as DomainId)); // looked up inside the project
    if (!domain || !isStillTrue(domain, about)) return;
    const leaders = await ctx.read((reader) => teamLeaders(reader, project.projectId));
    const leader = leaders.find((one) => one.userId === userId);
    if (leader) await ctx.mail.send({ to: leader.email, ...noticeText(ctx.config, domain, leader.projectName, about) });
  },
});

function isStillTrue({ status, atRiskSince }: Domain, about: Effect): boolean {
  if (about === 'lost') return status === 'pending';
  return status === 'verified' && (about === 'verified' || atRiskSince !== null);
}
