import { z } from 'zod';
import { ConditionTree, conditionMeta } from '#features/segments';
import { Body, SenderName, Subject } from '#features/templates';
import type { ProjectId } from '#platform/context';
import { Address, bodyId, Instant, instant, instantOrNull, optional, trimmedText, withDefault } from '#platform/http';
import { Invalid } from '#platform/refusals';
import { toJson } from '#pure/conditions';
import { limits } from '#pure/limits';
import { readAudience } from './audience-shape.ts';
import {
  audienceTypes,
  type Campaign,
  type CampaignAudience,
  type CampaignFields,
  campaignStatuses,
  campaignTypes,
  holdReasons,
  pauseReasons,
} from './campaign.ts';

const Name = trimmedText(1, limits.campaignNameCharacters);
const Description = trimmedText(0, limits.campaignDescriptionCharacters);
const SendRate = z.int().min(1).max(limits.campaignMailsPerMinute);

/** D-827. */
const Canary = z.object({
  percent: withDefault(z.number().min(1).max(limits.canaryPercent), 5),
  observeMinutes: withDefault(z.int().min(limits.minCanaryMinutes).max(limits.canaryMinutes), 30),
  maxBounceRate: withDefault(z.number().min(0).max(limits.canaryRatePercent), 5),
  maxComplaintRate: withDefault(z.number().min(0).max(limits.canaryRatePercent), 0.1),
});

/** Why unknown: they are read only where the type of the audience needs them. */
const segmentId = z.unknown().meta({ type: 'string', format: 'uuid', 'x-resource': 'segment' });
const audienceCondition = z.unknown().meta(conditionMeta);

const optionalFields = {
  description: Description.nullish(),
  fromName: SenderName.nullish(),
  replyTo: Address.nullish(),
  segmentId: segmentId.optional(),
  audienceCondition: audienceCondition.optional(),
  templateId: bodyId<'template'>('template').nullish(),
  sendRate: SendRate.nullish(),
  canary: Canary.nullish(),
  excludeCampaignId: bodyId<'campaign'>('campaign').nullish(),
};

/** All fields of a campaign; what is left out has its default (D-812). */
export const CampaignBody = z
  .object({
    name: Name,
    subject: Subject,
    body: Body,
    from: Address,
    audienceType: z.enum(audienceTypes),
    type: withDefault(z.enum(campaignTypes), 'MARKETING'),
    ...optionalFields,
  })
  .superRefine(
    ({ audienceType, ...given }, ctx) => {
      if (!audienceTypes.includes(audienceType)) return; // its own problem is reported
      const read = readAudience({ audienceType, ...given });
      if (!read.ok) for (const issue of read.issues) ctx.addIssue({ ...issue });
    },
    { when: () => true },
  );

/** The same, all of them optional; null clears what may be unset and is left out otherwise (D-813). */
export const CampaignPatchBody = z.object({
  name: optional(Name),
  subject: optional(Subject),
  body: optional(Body),
  from: optional(Address),
  audienceType: optional(z.enum(audienceTypes)),
  type: optional(z.enum(campaignTypes)),
  ...optionalFields,
});

export function toFields(body: z.output<typeof CampaignBody>): CampaignFields {
  return {
    name: body.name,
    description: body.description ?? null,
    subject: body.subject,
    body: body.body,
    fromEmail: body.from,
    fromName: body.fromName ?? null,
    replyTo: body.replyTo ?? null,
    type: body.type,
    ...requireAudience(body),
    templateId: body.templateId ?? null,
    sendRate: body.sendRate ?? null,
    canary: body.canary ?? null,
    excludeCampaignId: body.excludeCampaignId ?? null,
  };
}

/** The fields that result when a patch meets a campaign. */
export function patched(before: Campaign, patch: z.output<typeof CampaignPatchBody>): CampaignFields {
  const kept = <T>(given: T | undefined, old: T): T => (given === undefined ? old : given);
  return {
    name: patch.name ?? before.name,
    description: kept(patch.description, before.description),
    subject: patch.subject ?? before.subject,
    body: patch.body ?? before.body,
    fromEmail: patch.from ?? before.fromEmail,
    fromName: kept(patch.fromName, before.fromName),
    replyTo: kept(patch.replyTo, before.replyTo),
    type: patch.type ?? before.type,
    ...requireAudience({
      audienceType: patch.audienceType ?? before.audienceType,
      segmentId: kept(patch.segmentId, before.segmentId),
      audienceCondition: kept(patch.audienceCondition, before.audienceCondition && toJson(before.audienceCondition)),
    }),
    templateId: kept(patch.templateId, before.templateId),
    sendRate: kept(patch.sendRate, before.sendRate),
    canary: kept(patch.canary, before.canary),
    excludeCampaignId: kept(patch.excludeCampaignId, before.excludeCampaignId),
  };
}

function requireAudience(given: Parameters<typeof readAudience>[0]): CampaignAudience {
  const read = readAudience(given);
  if (read.ok) return read.audience;
  throw Invalid(read.issues.map(({ path, params: { code }, message }) => ({ field: path.join('.'), code, message })));
}

const ActorReply = z.union([z.object({ userId: z.string(), name: z.string() }), z.literal('key')]);

export const CampaignReply = z
  .object({
    id: z.uuid(),
    name: z.string(),
    description: z.string().nullable(),
    subject: z.string(),
    body: z.string().optional().meta({ description: 'Left out with `fields=summary`.' }),
    from: z.string(),
    fromName: z.string().nullable(),
    replyTo: z.string().nullable(),
    type: z.enum(campaignTypes),
    status: z.enum(campaignStatuses),
    audienceType: z.enum(audienceTypes),
    segmentId: z.uuid().nullable(),
    segment: z.object({ id: z.uuid(), name: z.string() }).nullable(),
    audienceCondition: ConditionTree.nullable(),
    templateId: z.uuid().nullable(),
    sendRate: z.int().nullable(),
    canary: z
      .object({
        percent: z.number(),
        observeMinutes: z.int(),
        maxBounceRate: z.number(),
        maxComplaintRate: z.number(),
      })
      .nullable(),
    excludeCampaignId: z.uuid().nullable(),
    scheduledFor: Instant.nullable(),
    totalRecipients: z.int(),
    sentCount: z.int(),
    deliveredCount: z.int(),
    openedCount: z.int(),
    clickedCount: z.int(),
    bouncedCount: z.int(),
    complainedCount: z.int(),
    unsubscribedCount: z.int(),
    sentAt: Instant.nullable(),
    expandedAt: Instant.nullable(),
    completedAt: Instant.nullable(),
    pausedAt: Instant.nullable(),
    pausedReason: z.enum(pauseReasons).nullable(),
    pauseDetail: z.record(z.string(), z.unknown()).nullable(),
    holdReason: z.enum(holdReasons).nullable(),
    heldSince: Instant.nullable(),
    cancelReason: z.enum(['USER']).nullable(),
    sentBy: ActorReply.nullable(),
    cancelledBy: ActorReply.nullable(),
    acknowledged: z.array(z.object({ code: z.string(), by: ActorReply, at: Instant })),
    projectId: z.uuid(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'Campaign' });

export const toCampaignReply = (campaign: Campaign, projectId: ProjectId): z.output<typeof CampaignReply> => ({
  id: campaign.id,
  name: campaign.name,
  description: campaign.description,
  subject: campaign.subject,
  body: campaign.body,
  from: campaign.fromEmail,
  fromName: campaign.fromName,
  replyTo: campaign.replyTo,
  type: campaign.type,
  status: campaign.status,
  audienceType: campaign.audienceType,
  segmentId: campaign.segmentId,
  segment: campaign.segmentId === null ? null : { id: campaign.segmentId, name: campaign.segmentName ?? '' },
  audienceCondition: campaign.audienceCondition && toJson(campaign.audienceCondition),
  templateId: campaign.templateId,
  sendRate: campaign.sendRate,
  canary: campaign.canary && { ...campaign.canary },
  excludeCampaignId: campaign.excludeCampaignId,
  scheduledFor: instantOrNull(campaign.scheduledFor),
  totalRecipients: campaign.counts.recipients,
  sentCount: campaign.counts.sent,
  deliveredCount: campaign.counts.delivered,
  openedCount: campaign.counts.opened,
  clickedCount: campaign.counts.clicked,
  bouncedCount: campaign.counts.bounced,
  complainedCount: campaign.counts.complained,
  unsubscribedCount: campaign.counts.unsubscribed,
  sentAt: instantOrNull(campaign.sentAt),
  expandedAt: instantOrNull(campaign.expandedAt),
  completedAt: instantOrNull(campaign.completedAt),
  pausedAt: instantOrNull(campaign.pausedAt),
  pausedReason: campaign.pausedReason,
  pauseDetail: campaign.pauseDetail,
  holdReason: campaign.holdReason,
  heldSince: instantOrNull(campaign.heldSince),
  cancelReason: campaign.cancelReason,
  sentBy: campaign.sentBy,
  cancelledBy: campaign.cancelledBy,
  acknowledged: [...campaign.acknowledged],
  projectId,
  createdAt: instant(campaign.createdAt),
  updatedAt: instant(campaign.updatedAt),
});
