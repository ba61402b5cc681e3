import { closeDue, closeNotDue } from '#features/emails';
import type { ProjectTx } from '#platform/context';
import { applySettings } from '#platform/db';
import type { Campaign } from '../campaign.ts';
import { firstMailId } from '../figures/mail-range.ts';
import type { CampaignRun, Portion } from './campaign-run.ts';

const maxAtOnce = 5_000;

export type CampaignClosure =
  | { readonly status: 'CANCELLED'; readonly reason: 'CAMPAIGN_CANCELLED' }
  | { readonly status: 'FAILED'; readonly reason: 'EXPIRED' };

/** Closes the next mails that will not be sent. The run is all due once none is left that is not. */
export async function closePortion(
  tx: ProjectTx,
  campaign: Campaign,
  run: CampaignRun,
  closure: CampaignClosure,
): Promise<Portion> {
  applySettings(tx.db, { enable_seqscan: 'off', jit: 'off' });
  // While the canary's part becomes due, the others lie between its mails: they are looked for from the first on.
  const from = run.canaryStage === 'PART' ? null : run.dueCursor;
  const closing = { sourceId: campaign.id, closure, limit: maxAtOnce };
  const ended: CampaignRun = { ...run, isExpanded: true, canaryStage: 'REST' };
  if (!run.isAllDue && run.lastEmailId !== null) {
    const after = await closeNotDue(tx, { ...closing, after: from ?? firstMailId(campaign), upTo: run.lastEmailId });
    if (after !== null) return { run: { ...ended, dueCursor: after }, isFull: false };
  }
  // What is due and expires is closed by its own limit.
  const closed = closure.status === 'CANCELLED' ? await closeDue(tx, closing) : 0;
  return { run: { ...ended, dueCursor: run.lastEmailId, isAllDue: true }, isFull: closed === maxAtOnce };
}
