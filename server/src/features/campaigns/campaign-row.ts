import { sql } from 'kysely';
import type { SegmentId } from '#features/segments';
import type { TemplateId } from '#features/templates';
import type { ProjectReader } from '#platform/context';
import { storedCondition, toJson } from '#pure/conditions';
import {
  type Acknowledgement,
  type Actor,
  type Campaign,
  type CampaignCounts,
  type CampaignFields,
  type CampaignId,
  type Canary,
  type CountName,
  countNames,
} from './campaign.ts';

/** Campaigns of the project, with the names of their segments and the sums of their counts; bodies may be left unread. */
export const campaignRows = ({ db, projectId }: ProjectReader, { hasBodies = true } = {}) =>
  db
    .selectFrom('campaigns as c')
    .leftJoin('segments as s', (join) =>
      join.onRef('s.projectId', '=', 'c.projectId').onRef('s.id', '=', 'c.segmentId'),
    )
    .where('c.projectId', '=', projectId)
    .select([...columns, 's.name as segmentName', counts.as('counts')])
    .select([
      sql<string>`case when ${hasBodies} then c.body else '' end`.as('body'),
      sql<string | null>`case when ${hasBodies} then c.body_inlined end`.as('bodyInlined'),
    ]);

const columns = [
  'c.id',
  'c.name',
  'c.description',
  'c.subject',
  'c.fromEmail',
  'c.fromName',
  'c.replyTo',
  'c.type',
  'c.status',
  'c.audienceType',
  'c.segmentId',
  'c.audienceCondition',
  'c.templateId',
  'c.sendRate',
  'c.canary',
  'c.excludeCampaignId',
  'c.scheduledFor',
  'c.sentAt',
  'c.expandedAt',
  'c.completedAt',
  'c.pausedAt',
  'c.pausedReason',
  'c.pauseDetail',
  'c.holdReason',
  'c.heldSince',
  'c.cancelReason',
  'c.sentBy',
  'c.cancelledBy',
  'c.acknowledged',
  'c.isTest',
  'c.lastEmailId',
  'c.canarySince',
  'c.createdAt',
  'c.updatedAt',
] as const;

/** `machineOpens` is the column `machine_opens`. */
export const countColumn = (name: CountName): string => name.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`);
const sums = countNames.map((name) => `'${name}', coalesce(sum(n.${countColumn(name)}), 0)`).join(', ');
const counts = sql<CampaignCounts>`(select json_build_object(${sql.raw(sums)}) from campaign_counts n
  where n.project_id = c.project_id and n.campaign_id = c.id)`;

type CampaignRow = Awaited<ReturnType<ReturnType<typeof campaignRows>['executeTakeFirstOrThrow']>>;

/** Why so many casts: ids and JSON columns have no other writers than this feature, which writes these types. */
export const toCampaign = (row: CampaignRow): Campaign => ({
  ...row,
  id: row.id as CampaignId,
  segmentId: row.segmentId as SegmentId | null,
  templateId: row.templateId as TemplateId | null,
  excludeCampaignId: row.excludeCampaignId as CampaignId | null,
  canary: row.canary === null ? null : canaryOf(row.canary as Canary),
  pauseDetail: row.pauseDetail as Campaign['pauseDetail'],
  sentBy: row.sentBy as Actor | null,
  cancelledBy: row.cancelledBy as Actor | null,
  canarySince: row.canarySince as Campaign['canarySince'],
  acknowledged: row.acknowledged as unknown as readonly Acknowledgement[],
  audienceCondition: row.audienceCondition === null ? null : storedCondition(row.audienceCondition),
});

/** Why: jsonb has its own order of keys, and a campaign that was read must equal the one that was written. */
const canaryOf = ({ percent, observeMinutes, maxBounceRate, maxComplaintRate }: Canary): Canary => ({
  percent,
  observeMinutes,
  maxBounceRate,
  maxComplaintRate,
});

/** The columns of these fields. */
export function columnsOf({ audienceCondition, canary, ...fields }: CampaignFields & Pick<Campaign, 'bodyInlined'>) {
  return {
    name: fields.name,
    description: fields.description,
    subject: fields.subject,
    body: fields.body,
    bodyInlined: fields.bodyInlined,
    fromEmail: fields.fromEmail,
    fromName: fields.fromName,
    replyTo: fields.replyTo,
    type: fields.type,
    audienceType: fields.audienceType,
    segmentId: fields.segmentId,
    audienceCondition: audienceCondition && JSON.stringify(toJson(audienceCondition)),
    templateId: fields.templateId,
    sendRate: fields.sendRate,
    canary: canary && JSON.stringify(canary),
    excludeCampaignId: fields.excludeCampaignId,
  };
}
