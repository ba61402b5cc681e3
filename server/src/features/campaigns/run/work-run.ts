import { countDue } from '#features/emails';
import type { ProjectContext, ProjectTx } from '#platform/context';
import { crashPoint } from '#platform/faults';
import type { Claim, ClaimEnding } from '#platform/spool';
import { limits } from '#pure/limits';
import type { Campaign, CampaignId } from '../campaign.ts';
import { lockCampaign, lookUpCampaign } from '../queries.ts';
import { type CampaignRun, lockRun, moveRun, type Portion } from './campaign-run.ts';
import { canaryAlarm } from './canary.ts';
import { type CampaignClosure, closePortion } from './close-portion.ts';
import { duePortion } from './due-portion.ts';
import { expandPortion } from './expand-portion.ts';
import { finish } from './finish.ts';
import { noteHold } from './note-hold.ts';
import { pause } from './pause.ts';
import { startSending } from './start-sending.ts';
import { tellLeaders } from './tell-team.ts';

/** A campaign gives its slot back after this time, so that others have their turn. */
const turnMs = 1_000;
/** How soon a campaign that waits is looked at again: soon at first, so that a small one ends at once. */
const [soonSeconds, laterSeconds, soonMs] = [1, 5, 60_000];

/** Works on a campaign that is due, in portions of one transaction each; it may die anywhere. */
export async function workRun(ctx: ProjectContext, claim: Claim): Promise<ClaimEnding> {
  const began = performance.now();
  for (;;) {
    const ending = await nextPortion(ctx, claim);
    await crashPoint('campaign.portion');
    if (ending !== 'more') return ending;
    if (claim.signal.aborted || performance.now() - began > turnMs) return 'released';
  }
}

async function nextPortion(ctx: ProjectContext, claim: Claim): Promise<ClaimEnding | 'more'> {
  const found = await findRunning(ctx, claim.id as CampaignId); // a run has its campaign's id
  if (!found) return 'done';
  const { campaign, now } = found;
  switch (campaign.status) {
    case 'DRAFT':
    case 'SENT':
      return 'done';
    case 'SCHEDULED':
      return startScheduled(ctx, claim, campaign.id);
    case 'SENDING':
      return sendPortion(ctx, claim, await noteHold(ctx, campaign), now);
    case 'CANCELLED':
      return movePortion(ctx, claim, campaign.sentAt, (tx, run) => closePortion(tx, campaign, run, cancelled));
  }
}

const cancelled: CampaignClosure = { status: 'CANCELLED', reason: 'CAMPAIGN_CANCELLED' };
const expired: CampaignClosure = { status: 'FAILED', reason: 'EXPIRED' };

/** Without its body, which is not needed again. */
const findRunning = (ctx: ProjectContext, id: CampaignId): Promise<{ campaign: Campaign; now: Date } | null> =>
  ctx.read(async (reader) => {
    const campaign = await lookUpCampaign(reader, id, { hasBodies: false });
    return campaign && { campaign, now: reader.now };
  });

/** The time is reached: started once, whatever the number of workers, because the status is a condition of the write. */
const startScheduled = (ctx: ProjectContext, claim: Claim, id: CampaignId): Promise<ClaimEnding | 'more'> =>
  ctx.transaction(async (tx) => {
    if (!(await lockRun(tx, claim))) return 'ended';
    const campaign = await lockCampaign(tx, id);
    if (campaign.status !== 'SCHEDULED' || campaign.scheduledFor === null) return 'released';
    if (campaign.scheduledFor > tx.now) return { dueAt: campaign.scheduledFor };
    await startSending(tx, campaign);
    return 'more';
  });

async function sendPortion(
  ctx: ProjectContext,
  claim: Claim,
  campaign: Campaign,
  now: Date,
): Promise<ClaimEnding | 'more'> {
  if (isOver(campaign, now)) {
    return movePortion(ctx, claim, campaign.sentAt, (tx, run) => closePortion(tx, campaign, run, expired));
  }
  const alarm = campaign.pausedAt === null ? canaryAlarm(campaign) : null;
  if (alarm) {
    await ctx.transaction(async (tx) => {
      const isNew = await pause(tx, campaign.id, { reason: 'CANARY', detail: { ...alarm } });
      if (isNew) await tellLeaders(tx, campaign.id);
    });
    return 'more';
  }
  const mayBecomeDue = campaign.pausedAt === null && campaign.holdReason === null;
  return movePortion(ctx, claim, campaign.sentAt, async (tx, run) => {
    const expanded = run.isExpanded ? run : await expandPortion(tx, campaign, run);
    const observed = await observe(tx, campaign, expanded);
    return { run: mayBecomeDue ? await duePortion(tx, campaign, observed) : observed, isFull: false };
  });
}

/** Held for too long without a break, or begun too long ago: what has not left will not leave (D-805). */
function isOver({ heldSince, sentAt }: Campaign, now: Date): boolean {
  const isOlder = (moment: Date | null, hours: number): boolean =>
    moment !== null && now.getTime() - moment.getTime() > hours * 3_600_000;
  return isOlder(heldSince, limits.campaignHoldHours) || isOlder(sentAt, 24 * limits.campaignDays);
}

/** The rest follows when the canary's part has been handed over or closed and was observed long enough (D-827). */
async function observe(tx: ProjectTx, { id, canary }: Campaign, run: CampaignRun): Promise<CampaignRun> {
  if (run.canaryStage !== 'OBSERVED' || !canary) return run;
  if (run.observedUntil === null) {
    if ((await countDue(tx, id, 1)) > 0) return run;
    return { ...run, observedUntil: new Date(tx.now.getTime() + canary.observeMinutes * 60_000) };
  }
  return run.observedUntil > tx.now ? run : { ...run, canaryStage: 'REST' };
}

/** One portion and the move of the cursors, in one transaction; then whether there is more. */
async function movePortion(
  ctx: ProjectContext,
  claim: Claim,
  sentAt: Date | null,
  work: (tx: ProjectTx, run: CampaignRun) => Promise<Portion>,
): Promise<ClaimEnding | 'more'> {
  const moved = await ctx.transaction(async (tx) => {
    const before = await lockRun(tx, claim);
    if (!before) return null;
    const { run, isFull } = await work(tx, before);
    const hasMoved = Object.entries(run).some(([key, value]) => value !== before[key as keyof CampaignRun]); // its own keys
    if (hasMoved) await moveRun(tx, claim, run);
    return { run, isFull, hasMoved, now: tx.now };
  });
  if (!moved) return 'ended';
  const { run, isFull, hasMoved, now } = moved;
  const isEverythingDue = run.isExpanded && run.isAllDue;
  if (isFull || (hasMoved && !isEverythingDue)) return 'more';
  if (isEverythingDue && (await finish(ctx, claim))) return 'ended';
  const isYoung = sentAt !== null && now.getTime() - sentAt.getTime() < soonMs;
  return { afterSeconds: isYoung || !isEverythingDue ? soonSeconds : laterSeconds };
}
