import type { SegmentId } from '#features/segments';
import type { TemplateId } from '#features/templates';
import type { Id } from '#platform/ids';
import type { Condition } from '#pure/conditions';

export type CampaignId = Id<'campaign'>;

export const campaignTypes = ['TRANSACTIONAL', 'MARKETING', 'HEADLESS'] as const;
export type CampaignType = (typeof campaignTypes)[number];

export const campaignStatuses = ['DRAFT', 'SCHEDULED', 'SENDING', 'SENT', 'CANCELLED'] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

export const audienceTypes = ['ALL', 'SEGMENT', 'FILTERED'] as const;
export type AudienceType = (typeof audienceTypes)[number];

/** The part of the audience that goes first, and when the rest does not follow (D-827). */
export interface Canary {
  readonly percent: number;
  readonly observeMinutes: number;
  readonly maxBounceRate: number;
  readonly maxComplaintRate: number;
}

/** Who gets it: what does not belong to the type is null (D-803). */
export interface CampaignAudience {
  readonly audienceType: AudienceType;
  /** Null, too, for a segment that was deleted. */
  readonly segmentId: SegmentId | null;
  readonly audienceCondition: Condition | null;
}

/** The fields of a campaign that a caller sets. */
export interface CampaignFields extends CampaignAudience {
  readonly name: string;
  readonly description: string | null;
  readonly subject: string;
  readonly body: string;
  readonly fromEmail: string;
  readonly fromName: string | null;
  readonly replyTo: string | null;
  readonly type: CampaignType;
  readonly templateId: TemplateId | null;
  /** Mails per minute (D-826). */
  readonly sendRate: number | null;
  readonly canary: Canary | null;
  readonly excludeCampaignId: CampaignId | null;
}

/** Weakest first: a stronger reason replaces a weaker one. */
export const pauseReasons = ['USER', 'RENDER_FAILED', 'CANARY', 'REPUTATION'] as const;
export type PauseReason = (typeof pauseReasons)[number];
export const holdReasons = [
  'PROJECT_DISABLED',
  'PROJECT_PAUSED',
  'MARKETING_PAUSED',
  'DOMAIN_NOT_VERIFIED',
  'BILLING_LIMIT',
] as const;
export type HoldReason = (typeof holdReasons)[number];

/** Who did something: a person, or a program with the secret key. */
export type Actor = { readonly userId: string; readonly name: string } | 'key';

/** A warning that was accepted when the campaign was sent. */
export interface Acknowledgement {
  readonly code: string;
  readonly by: Actor;
  readonly at: string;
}

/** What became of its mails; a mail may be in several (contract/07, 4). */
export const countNames = [
  ...(['recipients', 'sent', 'delivered', 'opened', 'clicked', 'bounced', 'complained', 'unsubscribed'] as const),
  /** Closed without a hand-over. */
  ...(['suppressed', 'failed', 'cancelled'] as const),
  /** Handed over, and then refused by the provider. */
  'rejected',
  /** Permanent bounces, and addresses that were refused at hand-over. */
  'dead',
  ...(['machineOpens', 'machineClicks'] as const),
] as const;
export type CountName = (typeof countNames)[number];
export type CampaignCounts = Readonly<Record<CountName, number>>;

/** Recipients whose mail was neither handed over nor closed. */
export const waitingOf = ({ recipients, sent, suppressed, failed, cancelled }: CampaignCounts): number =>
  recipients - sent - suppressed - failed - cancelled;

export interface Campaign extends CampaignFields {
  readonly id: CampaignId;
  /** What is rendered instead of `body`, where style sheets could be inlined. */
  readonly bodyInlined: string | null;
  readonly status: CampaignStatus;
  readonly segmentName: string | null;
  readonly scheduledFor: Date | null;
  readonly sentAt: Date | null;
  readonly expandedAt: Date | null;
  readonly completedAt: Date | null;
  readonly pausedAt: Date | null;
  readonly pausedReason: PauseReason | null;
  readonly pauseDetail: Readonly<Record<string, unknown>> | null;
  readonly holdReason: HoldReason | null;
  readonly heldSince: Date | null;
  readonly cancelReason: 'USER' | null;
  readonly sentBy: Actor | null;
  readonly cancelledBy: Actor | null;
  readonly acknowledged: readonly Acknowledgement[];
  /** Captured in the dev inbox; decided when sending began. */
  readonly isTest: boolean;
  /** The last of its mails, once its recipients are complete. */
  readonly lastEmailId: string | null;
  /** The counts from which the canary counts. */
  readonly canarySince: Partial<CampaignCounts> | null;
  readonly counts: CampaignCounts;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Content, audience and sender may be changed until sending begins (D-812). */
export const isEditable = ({ status }: Pick<Campaign, 'status'>): boolean =>
  status === 'DRAFT' || status === 'SCHEDULED';

/** Its mails may be left out of another campaign: sending has begun (D-828). */
export const hasBegun = ({ status }: Pick<Campaign, 'status'>): boolean => !isEditable({ status });
