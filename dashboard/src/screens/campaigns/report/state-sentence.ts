import type { Campaign, CampaignStats } from '../../../api/campaigns.ts';
import { formatCount, formatMoment, formatRelative } from '../../../widgets/figures/format.ts';
import { countOf } from '../../../widgets/number-words/number-words.ts';
import { holdSentence } from '../../../widgets/state-chip/email-reasons.ts';
import { exactIn } from '../zone-words.ts';

const pauses = {
  USER: 'Paused by hand. Nothing leaves until it is resumed.',
  RENDER_FAILED: 'Paused because the text could not be made for several contacts.',
  CANARY: 'Paused because the first part had too many bounces or complaints.',
  REPUTATION: 'Paused because too many mails of this project bounced or were marked as spam.',
} as const;

/** Further away the date alone says it. */
const dayMs = 86_400_000;

/** What is going on with a campaign, in one or two sentences. */
export function stateSentence(
  campaign: Campaign,
  stats: CampaignStats | undefined,
  now: number,
  timeZone: string,
): string {
  const { status, scheduledFor, pausedReason, holdReason } = campaign;
  if (status === 'SCHEDULED' && scheduledFor !== null) {
    const at = Date.parse(scheduledFor);
    const isNear = Math.abs(at - now) < dayMs;
    return `Starts ${exactIn(at, timeZone)}${isNear ? `, ${formatRelative(at, now, timeZone)}` : ''}.`;
  }
  if (status === 'CANCELLED') return cancelledSentence(campaign, stats);
  if (status === 'SENT') return sentSentence(campaign, now, timeZone);
  if (pausedReason !== null) return [pauses[pausedReason], detailOf(campaign)].join(' ').trim();
  if (holdReason !== null) return holdSentence(holdReason);
  return stats ? sendingSentence(stats, now, timeZone) : 'Mail is leaving.';
}

function cancelledSentence({ cancelledBy, sentCount }: Campaign, stats: CampaignStats | undefined): string {
  const by = cancelledBy === null ? '' : cancelledBy === 'key' ? ' through the API' : ` by ${cancelledBy.name}`;
  const left = sentCount === 0 ? 'No mail had left' : `${countOf(sentCount, 'mail', 'mails')} had left`;
  const notSent = stats && stats.cancelledCount > 0 ? ` and ${formatCount(stats.cancelledCount)} were not sent` : '';
  return `Cancelled${by}. ${left}${notSent}.`;
}

function sentSentence({ completedAt, totalRecipients }: Campaign, now: number, timeZone: string): string {
  if (totalRecipients === 0) return 'Nobody was in the audience when it began.';
  const when = completedAt === null ? '' : ` since ${formatMoment(Date.parse(completedAt), now, timeZone)}`;
  return `Every mail has left or has its reason${when}.`;
}

function sendingSentence({ waiting, waitingCount }: CampaignStats, now: number, timeZone: string): string {
  if (waitingCount === 0) return 'Everything has left; the last answers are being written down.';
  const parts = [`${countOf(waitingCount, 'mail waits', 'mails wait')}.`];
  if (waiting.retrying > 0) {
    const next = waiting.nextAttemptAt;
    const when = next === null ? '' : `; next try at ${formatMoment(Date.parse(next), now, timeZone)}`;
    parts.push(`${formatCount(waiting.retrying)} of them are tried again${when}.`);
  }
  return parts.join(' ');
}

/** Where a text failed, or which rate passed its line. */
function detailOf({ pauseDetail }: Campaign): string {
  if (pauseDetail === null) return '';
  const { message, line, field, metric, value, threshold } = pauseDetail;
  if (typeof message === 'string') {
    const where = typeof line === 'number' ? `Line ${line} of the ${typeof field === 'string' ? field : 'body'}: ` : '';
    return `${where}${message}`;
  }
  if (typeof metric === 'string' && typeof value === 'number' && typeof threshold === 'number') {
    return `${metric} was ${value} %; the line is ${threshold} %.`;
  }
  return '';
}
