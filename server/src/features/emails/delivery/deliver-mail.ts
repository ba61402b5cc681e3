import { SigningKeyUnreadable } from '#features/domains';
import type { ProjectContext } from '#platform/context';
import { crashPoint } from '#platform/faults';
import { MessageUnfit } from '#platform/message';
import type { Claim, ClaimEnding } from '#platform/spool';
import { awaitTurn, relayDown } from './await-turn.ts';
import { type ClaimedMail, endClaim } from './claimed-mail.ts';
import { handOver } from './hand-over.ts';
import { makeText } from './make-text.ts';
import { mayLeave } from './may-leave.ts';
import { settleDoubt } from './settle-doubt.ts';
import { throughOwnProvider } from './through-own-provider.ts';
import type { DeliveryTools } from './tools.ts';
import { withhold } from './withhold.ts';
import { ContentMissing, sizeOf } from './write-message.ts';

/** How long a slot waits for a relay that is down before its mail is postponed. */
const relayWaitMs = 1_000;
/** Smaller messages bypass the budget, so that a receipt does not wait for large attachments of other mails. */
const smallBytes = 256 * 1024;

/** One claimed mail, from its row to its result. */
export async function deliverMail(ctx: ProjectContext, claim: Claim, tools: DeliveryTools): Promise<ClaimEnding> {
  await crashPoint('delivery.claimed');
  if (tools.results.stuck > 0) return 'released';
  const found = await tools.load(ctx, claim.id, claim.lane);
  // The record is gone or closed: there is nothing to send.
  if (!found || (found.status !== 'QUEUED' && found.delivery.phase === null)) return 'done';
  await crashPoint('delivery.loaded');
  const settled = found.delivery.phase === null ? found : await settleDoubt({ ctx, claim, mail: found, tools });
  if (!settled) return 'ended';

  const claimed: ClaimedMail = { ctx, claim, mail: settled, tools };
  const verdict = mayLeave(settled.facts);
  if (verdict.kind !== 'go') return withhold(claimed, verdict);
  if (settled.isTest || settled.providerId === null) return sendMail(claimed);
  return throughOwnProvider(claimed, settled.providerId, sendMail);
}

/** Waits for its turn and for a relay, and hands it over. */
async function sendMail(claimed: ClaimedMail): Promise<ClaimEnding> {
  const { claim, mail, tools } = claimed;
  const waitSeconds = await awaitTurn(claimed);
  if (claim.signal.aborted) return 'released';
  if (waitSeconds > 0) return { afterSeconds: waitSeconds };
  if (!mail.isTest && !(await tools.relays.whenOpen(relayWaitMs))) return relayDown();
  const made = await makeText(claimed);
  return made.kind === 'ready' ? withinBudget({ ...claimed, mail: made.mail }) : made.ending;
}

async function withinBudget(claimed: ClaimedMail): Promise<ClaimEnding> {
  const { ctx, claim, mail, tools } = claimed;
  const held = tools.budget.open();
  const bytes = sizeOf(mail);
  if (bytes >= smallBytes && !(await held.grow(bytes, { signal: claim.signal }))) {
    return claim.signal.aborted ? 'released' : { afterSeconds: 1 + 2 * Math.random() };
  }
  try {
    return await handOver(claimed);
  } catch (error) {
    if (error instanceof SigningKeyUnreadable) {
      return await withhold(claimed, { kind: 'hold', reason: 'SIGNING_KEY_UNREADABLE' });
    }
    if (!(error instanceof MessageUnfit || error instanceof ContentMissing)) throw error;
    ctx.log.error({ error, emailId: mail.id }, 'message cannot be written');
    const closure = { status: 'FAILED', reason: 'RENDER_FAILED' } as const;
    return await endClaim(claimed, { kind: 'closed', closure, error: error.message });
  } finally {
    held.giveBack();
  }
}
