import { BillingLimitExceeded } from '#features/billing';
import { requireDmarc, requireVerifiedSender } from '#features/domains';
import { holdOfSource } from '#features/emails';
import type { ProjectTx } from '#platform/context';
import type { ProjectCall } from '#platform/identity';
import type { Refusal } from '#platform/refusals';
import { limits } from '#pure/limits';
import { actorOf } from './actor.ts';
import { type Campaign, type CampaignId, isEditable } from './campaign.ts';
import { logCampaign } from './log-campaign.ts';
import { findCampaign, lockCampaign, updateCampaign } from './queries.ts';
import {
  CampaignIncomplete,
  CampaignNoRecipients,
  CampaignNotSendable,
  ScheduledInPast,
  SendingPaused,
} from './refusals.ts';
import { roomForCampaign } from './room-for-campaign.ts';
import { putRun } from './run/campaign-runs.ts';
import { countRecipients } from './run/count-recipients.ts';
import { startSending } from './run/start-sending.ts';

export interface SendOptions {
  /** Null: now. */
  readonly scheduledFor: Date | null;
  readonly delaySeconds: number | null;
  /** Codes of warnings that were accepted (D-830). */
  readonly acknowledged: readonly string[];
}

/** Sends a campaign now, or at a later time (D-816). A second call while it is being sent is refused. */
export async function sendCampaign(call: ProjectCall, id: CampaignId, options: SendOptions): Promise<Campaign> {
  const isImmediate = options.scheduledFor === null && options.delaySeconds === null;
  // Why before the transaction: it may read all contacts, and nothing is locked meanwhile (D-831).
  const refusal = isImmediate ? await checkAudience(call, id) : null;
  return call.transaction(async (tx) => {
    const campaign = await lockCampaign(tx, id);
    const scheduledFor = scheduleOf(options, tx.now);
    await check(tx, campaign, scheduledFor);
    if (refusal) throw refusal;
    await noteSender(tx, call, campaign, options);
    if (scheduledFor === null) await startSending(tx, campaign);
    else await schedule(tx, campaign, scheduledFor);
    await putRun(tx, id, scheduledFor ?? tx.now);
    return findCampaign(tx, id);
  });
}

function scheduleOf({ scheduledFor, delaySeconds }: SendOptions, now: Date): Date | null {
  return delaySeconds === null ? scheduledFor : new Date(now.getTime() + delaySeconds * 1_000);
}

async function check(tx: ProjectTx, campaign: Campaign, scheduledFor: Date | null): Promise<void> {
  const { type, fromEmail } = campaign;
  if (!isEditable(campaign)) throw CampaignNotSendable(campaign);
  if (scheduledFor && scheduledFor <= tx.now) throw ScheduledInPast(scheduledFor);
  if (campaign.audienceType === 'SEGMENT' && campaign.segmentId === null) throw CampaignIncomplete(['segmentId']);
  await requireVerifiedSender(tx, fromEmail);
  if (type !== 'TRANSACTIONAL') await requireDmarc(tx, fromEmail);
  if (scheduledFor !== null) return;
  const hold = await holdOfSource(tx, { type, fromEmail });
  if (hold === 'PROJECT_PAUSED') throw SendingPaused('ALL');
  if (hold === 'MARKETING_PAUSED') throw SendingPaused('MARKETING');
}

/** Nobody would get it, or more than the cap allows. Null, too, when that cannot be said in time. */
async function checkAudience(call: ProjectCall, id: CampaignId): Promise<Refusal | null> {
  const { campaign, room } = await call.read(async (reader) => {
    const found = await findCampaign(reader, id, { hasBodies: false });
    return { campaign: found, room: await roomForCampaign(reader, found) };
  });
  const requested = await countRecipients(call, campaign, room ? room.left + 1 : 1);
  if (requested === 0) return CampaignNoRecipients();
  if (requested === null || room === null || requested <= room.left) return null;
  const { limit, usage, resetsAt } = room;
  return BillingLimitExceeded({ category: 'campaigns', limit, usage, requested, resetsAt });
}

async function noteSender(
  tx: ProjectTx,
  { caller }: ProjectCall,
  { id, acknowledged: before }: Campaign,
  { acknowledged }: SendOptions,
): Promise<void> {
  const by = await actorOf(tx, caller);
  const codes = new Set(acknowledged);
  const added = Array.from(codes, (code) => ({ code, by, at: tx.now.toISOString() }));
  // A campaign can be scheduled again and again: the last ones are kept.
  const known = [...before.filter(({ code }) => !codes.has(code)), ...added].slice(-limits.campaignAcknowledgements);
  await updateCampaign(tx, id, { sentBy: JSON.stringify(by), acknowledged: JSON.stringify(known) });
}

async function schedule(tx: ProjectTx, campaign: Campaign, scheduledFor: Date): Promise<void> {
  await updateCampaign(tx, campaign.id, { status: 'SCHEDULED', scheduledFor, updatedAt: tx.now });
  await logCampaign(tx, 'scheduled', campaign, { scheduledFor: scheduledFor.toISOString() });
}
