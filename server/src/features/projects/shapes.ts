import { z } from 'zod';
import type { Config } from '#platform/config';
import { Instant, instant, instantOrNull, optional, trimmedText } from '#platform/http';
import { limits } from '#pure/limits';
import { isTimeZone, type Project, roles } from './project.ts';
import type { TeamMember } from './team-member.ts';

export const ProjectName = trimmedText(1, limits.projectNameCharacters);
export const Role = z.enum(roles);

export const TimeZone = z.string().refine(isTimeZone, {
  error: 'Must be the name of a time zone, for example Europe/Berlin.',
  params: { code: 'invalid_string' },
});

export const Language = z.string().regex(/^[a-z]{2}(-[A-Z]{2})?$/);

export const ProjectSettings = z.object({
  name: optional(ProjectName),
  tracking: optional(z.enum(['ENABLED', 'DISABLED', 'MARKETING_ONLY'])),
  language: optional(Language),
  timezone: optional(TimeZone),
  mode: optional(z.enum(['test', 'live'])),
  sendRate: z.number().gt(0).nullish(),
  resendOnDoubt: optional(z.object({ transactional: optional(z.boolean()), marketing: optional(z.boolean()) })),
  mcpSending: optional(z.boolean()),
});

export const ProjectReply = z.object({
  id: z.string(),
  name: z.string(),
  role: Role,
  public: z.string(),
  secretLast4: z.string(),
  mode: z.enum(['test', 'live']),
  sandboxAddress: z.string(),
  disabled: z.boolean(),
  disabledReason: z
    .enum(['PAYMENT_FAILED', 'EMAIL_REPUTATION', 'PHISHING_DETECTED', 'CARD_VERIFICATION_FAILED', 'MANUAL'])
    .nullable(),
  pausedAt: Instant.nullable(),
  marketingPausedAt: Instant.nullable(),
  tracking: z.enum(['ENABLED', 'DISABLED', 'MARKETING_ONLY']),
  language: z.string(),
  timezone: z.string(),
  sendRate: z.number().nullable(),
  resendOnDoubt: z.object({ transactional: z.boolean(), marketing: z.boolean() }),
  mcpSending: z.boolean(),
  subscription: z
    .object({ status: z.string(), periodStart: Instant, periodEnd: Instant, currency: z.string() })
    .nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});

/** The secret key is returned once: when it is made. */
export const ProjectWithSecret = ProjectReply.extend({ secret: z.string() });

export function toProjectReply(config: Config, project: Project): z.output<typeof ProjectReply> {
  const { publicKey, disabledReason, resendsTransactionalOnDoubt, resendsMarketingOnDoubt, ...rest } = project;
  return {
    ...rest,
    public: publicKey,
    sandboxAddress: `hello@${config.SANDBOX_DOMAIN}`,
    disabled: disabledReason !== null,
    disabledReason,
    pausedAt: instantOrNull(project.pausedAt),
    marketingPausedAt: instantOrNull(project.marketingPausedAt),
    resendOnDoubt: { transactional: resendsTransactionalOnDoubt, marketing: resendsMarketingOnDoubt },
    subscription: project.subscription && {
      ...project.subscription,
      periodStart: instant(project.subscription.periodStart),
      periodEnd: instant(project.subscription.periodEnd),
    },
    createdAt: instant(project.createdAt),
    updatedAt: instant(project.updatedAt),
  };
}

export const TeamMemberReply = z.object({
  id: z.string(),
  userId: z.string().nullable(),
  email: z.string(),
  name: z.string().nullable(),
  role: Role,
  status: z.enum(['active', 'pending']),
  invitedAt: Instant.nullable(),
  expiresAt: Instant.nullable(),
  joinedAt: Instant.nullable(),
});

export const InvitedReply = TeamMemberReply.extend({ inviteUrl: z.string() });

export const toTeamMemberReply = (member: TeamMember): z.output<typeof TeamMemberReply> => ({
  ...member,
  status: member.userId === null ? 'pending' : 'active',
  invitedAt: instantOrNull(member.invitedAt),
  expiresAt: instantOrNull(member.expiresAt),
  joinedAt: instantOrNull(member.joinedAt),
});
