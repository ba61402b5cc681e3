import type { CapRoom } from '#features/billing';
import {
  type Campaign,
  type CampaignId,
  findCampaign,
  firstMailId,
  isEditable,
  roomForCampaign,
} from '#features/campaigns';
import type { ContactId } from '#features/contacts';
import { findRecord, holdOfSource, loadAttempts, suppressionOfAddress } from '#features/emails';
import type { ProjectContext, ProjectReader } from '#platform/context';
import { checkFrozenAudience, checkPresentAudience } from './check-audience.ts';
import { pauseCheck } from './hold-checks.ts';
import { type AskedContact, loadContact } from './load-contact.ts';
import { whyFromRecord } from './record-checks.ts';
import { subscriptionCheck } from './subscription-check.ts';
import { momentText } from './texts.ts';
import { answerOf, checkOf, type Why, type WhyCheck } from './why.ts';

/** Why this contact did, did not or would not get this campaign (D-840). Nothing is written. */
export const explainCampaign = (ctx: ProjectContext, contactId: ContactId, campaignId: CampaignId): Promise<Why> =>
  ctx.read(async (reader) => {
    const asked = await loadContact(reader, contactId);
    const campaign = await findCampaign(reader, campaignId, { hasBodies: false });
    if (isEditable(campaign)) return wouldReceive(reader, campaign, asked);
    if (campaign.sentAt === null) return neverBegun;
    const range = { campaignId, after: firstMailId(campaign), upTo: campaign.lastEmailId };
    const record = await findRecord(reader, contactId, range);
    if (!record) return leftOut(reader, { ...campaign, sentAt: campaign.sentAt }, asked);
    // What holds the campaign holds its mails that are not yet due (D-825).
    const holdReason = record.holdReason ?? (record.status === 'QUEUED' ? campaign.holdReason : null);
    const attempts = await loadAttempts(reader, record.id);
    return whyFromRecord({ record: { ...record, holdReason }, attempts, subscription: asked.subscription });
  });

const cancelledBefore = 'The campaign was cancelled before its sending began';
const neverBegun: Why = {
  received: false,
  answer: `Not sent: ${cancelledBefore}`,
  emailId: null,
  checks: [checkOf('delivery', 'fail', cancelledBefore)],
};

/** A campaign that has not begun: its present audience, and all that would be asked now. */
async function wouldReceive(
  reader: ProjectReader,
  campaign: Campaign,
  { contact, subscription }: AskedContact,
): Promise<Why> {
  const { type, scheduledFor } = campaign;
  const suppression = await suppressionOfAddress(reader, { type, email: contact.email });
  const hold = await holdOfSource(reader, campaign);
  const when =
    scheduledFor === null ? 'The campaign is a draft' : `The campaign is sent on ${momentText(scheduledFor)}`;
  const checks: WhyCheck[] = [
    ...(await checkPresentAudience(reader, campaign, contact)),
    subscriptionCheck(type, subscription, { from: reader.now, until: reader.now }),
    suppression === null
      ? checkOf('suppression', 'pass', 'The address is not suppressed')
      : checkOf('suppression', 'fail', `The address is suppressed (${suppression})`, { actual: suppression }),
    pauseCheck(hold, 'Nothing holds mail of this kind'),
    presentCap(await roomForCampaign(reader, campaign)),
    checkOf('delivery', 'unknown', when),
  ];
  const texts = { failed: 'Would not be sent', otherwise: `Would be sent, as things are today. ${when}` };
  return { received: false, answer: answerOf(checks, texts), emailId: null, checks };
}

function presentCap(room: CapRoom | null): WhyCheck {
  if (room !== null && room.left === 0)
    return checkOf('cap', 'fail', `The cap of ${room.limit} mails is reached until ${momentText(room.resetsAt)}`, {
      actual: room.usage,
    });
  return checkOf('cap', 'pass', 'No cap is reached');
}

/** A campaign that has begun, without a mail for this contact: its frozen audience with today's data. */
async function leftOut(
  reader: ProjectReader,
  campaign: Campaign & { readonly sentAt: Date },
  { contact, subscription }: AskedContact,
): Promise<Why> {
  const reading = { from: campaign.sentAt, until: campaign.expandedAt ?? campaign.completedAt ?? reader.now };
  const checks: WhyCheck[] = [
    ...(await checkFrozenAudience(reader, campaign, { contact, reading })),
    subscriptionCheck(campaign.type, subscription, reading),
    checkOf('suppression', 'pass', 'Not the reason: a suppressed address gets an email record'),
    checkOf('pause', 'pass', 'Not the reason: a pause holds mails that were made'),
    checkOf('cap', 'pass', 'Not the reason: a cap holds mails that were made'),
    unmadeCheck(campaign),
  ];
  const unknown = checks.filter(({ result }) => result === 'unknown');
  const likely = unknown.find(({ isLikelyReason }) => isLikelyReason) ?? unknown[0];
  const isReading = campaign.status === 'SENDING' && campaign.expandedAt === null;
  const otherwise = isReading ? stillReading : `Not known: ${likely?.message}`;
  return { received: false, answer: answerOf(checks, { failed: 'Not sent', otherwise }), emailId: null, checks };
}

const stillReading = 'Not sent yet: the recipients are still being read';

function unmadeCheck({ status, expandedAt }: Campaign): WhyCheck {
  if (expandedAt !== null) return checkOf('delivery', 'unknown', 'No mail was made for this contact');
  if (status === 'SENDING') return checkOf('delivery', 'unknown', 'The recipients are still being read');
  return checkOf('delivery', 'fail', 'The campaign ended before all recipients were read');
}
