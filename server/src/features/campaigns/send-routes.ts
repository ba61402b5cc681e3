import { z } from 'zod';
import { BillingLimitExceeded } from '#features/billing';
import { DmarcRequired, DomainNotVerified } from '#features/domains';
import { TestMailFull } from '#features/emails';
import { ResumeTooSoon } from '#features/reputation';
import { Address, defineRoute, optional, pathId } from '#platform/http';
import { RoleTooLow, TooManyRequests } from '#platform/identity';
import { limits } from '#pure/limits';
import { cancelCampaign } from './cancel-campaign.ts';
import { pauseCampaign, resumeCampaign } from './pause-campaign.ts';
import {
  CampaignIncomplete,
  CampaignNoRecipients,
  CampaignNotCancellable,
  CampaignNotFound,
  CampaignNotPausable,
  CampaignNotPaused,
  CampaignNotScheduled,
  CampaignNotSendable,
  ScheduledInPast,
  SendingPaused,
} from './refusals.ts';
import { sendCampaign } from './send-campaign.ts';
import { CampaignReply, toCampaignReply } from './shapes.ts';
import { testCampaign } from './test-campaign.ts';
import { unscheduleCampaign } from './unschedule-campaign.ts';

const params = z.object({ id: pathId<'campaign'>('campaign', CampaignNotFound) });

const farthest = (): Date => new Date(Date.now() + limits.campaignScheduleDays * 86_400_000);

const SendTime = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .refine((time) => time <= farthest(), { params: { code: 'too_big' }, error: 'At most two years ahead.' });

const SendBody = z
  .object({
    scheduledFor: optional(SendTime.nullable()),
    delaySeconds: optional(z.int().min(limits.minCampaignDelaySeconds).max(limits.campaignDelaySeconds)),
    acknowledged: optional(
      z.array(z.string().min(1).max(limits.acknowledgedCodeCharacters)).max(limits.campaignAcknowledgements),
    ),
  })
  .refine(({ scheduledFor, delaySeconds }) => !scheduledFor || delaySeconds === undefined, {
    path: ['delaySeconds'],
    error: 'Give either scheduledFor or delaySeconds.',
  });

export const send = defineRoute({
  method: 'POST',
  path: '/campaigns/:id/send',
  summary: 'Send a campaign now or at a later time',
  access: 'secret',
  params,
  body: SendBody,
  replies: { 200: CampaignReply },
  refuses: [
    ...[CampaignNotFound, CampaignNotSendable, ScheduledInPast, CampaignIncomplete, CampaignNoRecipients],
    ...[DomainNotVerified, DmarcRequired, SendingPaused, BillingLimitExceeded],
  ],
  async run(ctx, { params: { id }, body: { scheduledFor = null, delaySeconds = null, acknowledged = [] } }) {
    const campaign = await sendCampaign(ctx, id, { scheduledFor, delaySeconds, acknowledged });
    return toCampaignReply(campaign, ctx.projectId);
  },
});

export const cancel = defineRoute({
  method: 'POST',
  path: '/campaigns/:id/cancel',
  summary: 'Cancel a campaign that is scheduled or being sent',
  access: 'secret',
  params,
  replies: { 200: CampaignReply },
  refuses: [CampaignNotFound, CampaignNotCancellable],
  run: async (ctx, { params: { id } }) => toCampaignReply(await cancelCampaign(ctx, id), ctx.projectId),
});

export const pause = defineRoute({
  method: 'POST',
  path: '/campaigns/:id/pause',
  summary: 'Pause a campaign that is being sent',
  access: 'secret',
  params,
  replies: { 200: CampaignReply },
  refuses: [CampaignNotFound, CampaignNotPausable],
  run: async (ctx, { params: { id } }) => toCampaignReply(await pauseCampaign(ctx, id), ctx.projectId),
});

export const resume = defineRoute({
  method: 'POST',
  path: '/campaigns/:id/resume',
  summary: 'Go on with a paused campaign',
  access: 'secret',
  params,
  replies: { 200: CampaignReply },
  refuses: [CampaignNotFound, CampaignNotPaused, RoleTooLow, ResumeTooSoon],
  run: async (ctx, { params: { id } }) => toCampaignReply(await resumeCampaign(ctx, id), ctx.projectId),
});

export const unschedule = defineRoute({
  method: 'POST',
  path: '/campaigns/:id/unschedule',
  summary: 'Take a campaign off the schedule',
  access: 'secret',
  params,
  replies: { 200: CampaignReply },
  refuses: [CampaignNotFound, CampaignNotScheduled],
  run: async (ctx, { params: { id } }) => toCampaignReply(await unscheduleCampaign(ctx, id), ctx.projectId),
});

export const test = defineRoute({
  method: 'POST',
  path: '/campaigns/:id/test',
  summary: 'Send a campaign to one address, to look at it',
  access: 'secret',
  params,
  body: z.object({ email: Address }),
  replies: {
    200: z.object({
      success: z.literal(true),
      message: z.string(),
      emailId: z.uuid(),
      status: z.enum(['QUEUED', 'SUPPRESSED', 'FAILED', 'CANCELLED']),
      reason: z.string().nullable(),
    }),
  },
  refuses: [CampaignNotFound, DomainNotVerified, TestMailFull, TooManyRequests, BillingLimitExceeded],
  async run(ctx, { params: { id }, body: { email } }) {
    const mail = await testCampaign(ctx, id, email);
    const message = mail.status === 'QUEUED' ? 'Test email queued' : 'Test email not sent';
    return { success: true, message, ...mail };
  },
});
