import { z } from 'zod';
import { listTeamLeaders, projectPageUrl } from '#features/projects';
import type { Config } from '#platform/config';
import { defineInstanceTask, type ProjectId } from '#platform/context';
import type { AccountMail } from '#platform/mail';
import { cleanHeaderText } from '#pure/message';
import type { Domain, DomainId } from './domain.ts';
import { missingRecords } from './missing-records.ts';
import { findDomain } from './queries.ts';
import type { DomainEffect } from './step.ts';

/**
 * Mails one owner or admin about a domain. Mails nothing when it is no longer true, or the person has left.
 * It is enqueued by the transition itself, once; a second run repeats the mail to this person alone.
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
    const leaders = await ctx.read((reader) => listTeamLeaders(reader, project.projectId));
    const leader = leaders.find((one) => one.userId === userId);
    if (leader) await ctx.mail.send({ to: leader.email, ...noticeText(ctx.config, domain, leader.projectName, about) });
  },
});

function isStillTrue({ status, atRiskSince }: Domain, about: DomainEffect): boolean {
  if (about === 'lost') return status === 'pending';
  return status === 'verified' && (about === 'verified' || atRiskSince !== null);
}

type DomainNoticeText = Omit<AccountMail, 'to'>;

/** The mail to an owner or admin about a domain. */
function noticeText(config: Config, domain: Domain, projectName: string, about: DomainEffect): DomainNoticeText {
  const name = domain.domain;
  const link = projectPageUrl(config, domain.projectId, `domains/${domain.id}`);
  const project = cleanHeaderText(projectName);
  const wrong = missingRecords(config, domain);
  const broken = wrong.length > 0 ? `Not in order: ${wrong.join(', ')}.` : 'A record is not in order.';
  const texts: Record<DomainEffect, { subject: string; lines: string[] }> = {
    verified: {
      subject: `${name} is verified`,
      lines: [`the project ${project} can now send mail from addresses at ${name}.`],
    },
    'at-risk': {
      subject: `${name} is at risk: a DNS record is gone or wrong`,
      lines: [
        `a DNS record that ${name} (project ${project}) needs is gone or wrong. ${broken}`,
        'Mail still leaves. If nothing changes for 24 hours, the domain is not verified any more, and mail from it is held.',
      ],
    },
    lost: {
      subject: `${name} is no longer verified`,
      lines: [
        `a DNS record of ${name} (project ${project}) was gone or wrong for 24 hours. ${broken}`,
        'Mail from it is held and goes out when the domain is verified again; after 72 hours it is given up.',
      ],
    },
  };
  const { subject, lines } = texts[about];
  return { subject, text: ['Hello,', ...lines, link, ''].join('\n\n') };
}
