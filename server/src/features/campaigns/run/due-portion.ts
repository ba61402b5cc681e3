import { countDue, makeDue } from '#features/emails';
import type { ProjectTx } from '#platform/context';
import { applySettings } from '#platform/db';
import type { Campaign } from '../campaign.ts';
import { firstMailId } from '../figures/mail-range.ts';
import { bulkMailOf, type CampaignRun } from './campaign-run.ts';
import { setHold } from './note-hold.ts';

/** Mails of one campaign that wait to be handed over, at most: so a pause holds a portion and not all of them. */
const maxWaiting = 20_000;
const maxAtOnce = 5_000;
/** Mails of a slow campaign become due in steps of a second. */
const burstMs = 1_000;

/** Makes the next mails due, as far as rate, cap and the length of the queue allow. Returns the run as it is then. */
export async function duePortion(tx: ProjectTx, campaign: Campaign, run: CampaignRun): Promise<CampaignRun> {
  if (run.isAllDue || run.lastEmailId === null) return withoutMails(run);
  if (run.canaryStage === 'OBSERVED' || (campaign.canary !== null && !run.isExpanded)) return run;
  const room = maxWaiting - (await countDue(tx, campaign.id, maxWaiting));
  const { allowed, dueSince } = allowance(campaign.sendRate, run.dueSince, tx.now);
  const limit = Math.min(room, allowed, maxAtOnce);
  if (limit < 1) return run;
  applySettings(tx.db, { enable_seqscan: 'off', jit: 'off' });
  const { made, after, isCapReached } = await makeDue(tx, {
    mail: bulkMailOf(campaign),
    after: run.dueCursor ?? firstMailId(campaign),
    upTo: run.lastEmailId,
    limit,
    part: run.canaryShare === null ? null : { share: run.canaryShare, isFirst: run.canaryStage === 'PART' },
  });
  const moved = { ...run, dueSince: made > 0 ? dueSince : run.dueSince };
  if (isCapReached) await setHold(tx, campaign, 'BILLING_LIMIT');
  if (after !== null) return { ...moved, dueCursor: after };
  if (!run.isExpanded) return { ...moved, dueCursor: run.lastEmailId };
  if (run.canaryStage === 'PART') return { ...moved, dueCursor: null, canaryStage: 'OBSERVED' };
  return { ...moved, dueCursor: run.lastEmailId, isAllDue: true };
}

const withoutMails = (run: CampaignRun): CampaignRun =>
  run.isExpanded && run.lastEmailId === null ? { ...run, isAllDue: true } : run;

/** How many may become due by the campaign's own rate (D-826), and the moment from which the next ones are counted. */
export function allowance(
  perMinute: number | null,
  since: Date | null,
  now: Date,
): { readonly allowed: number; readonly dueSince: Date } {
  if (perMinute === null) return { allowed: Number.POSITIVE_INFINITY, dueSince: now };
  const perMs = perMinute / 60_000;
  // Time that was not used is lost, but for a second or the time of one mail.
  const maxMs = Math.max(burstMs, 1 / perMs);
  const usableMs = since === null ? maxMs : Math.min(maxMs, now.getTime() - since.getTime());
  const allowed = Math.floor(usableMs * perMs + 1e-9);
  return { allowed, dueSince: new Date(now.getTime() - (usableMs - allowed / perMs)) };
}
