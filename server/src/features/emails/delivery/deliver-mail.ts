import { SigningKeyUnreadable } from '#features/domains';
import type { ProjectContext } from '#platform/context';
import { crashPoint } from '#platform/faults';
import { MessageUnfit } from '#platform/message';
import type { Claim, Ending } from '#platform/spool';
import { awaitTurn } from './await-turn.ts';
import { handOver } from './hand-over.ts';
import type { Handling } from './handling.ts';
import { endWith } from './handling.ts';
import { mayLeave } from './may-leave.ts';
import { settleDoubt } from './settle-doubt.ts';
import type { DeliveryTools } from './tools.ts';
import { relayDown, withhold } from './withhold.ts';
import { ContentMissing, sizeOf } from './write-message.ts';

/** How long a slot waits for a relay that is down before its mail goes back. */
const relayPatienceMs = 1_000;

/** One claimed mail, from its row to its result. */
export async function deliverMail(ctx: ProjectContext, claim: Claim, tools: DeliveryTools): Promise<Ending> {
  await crashPoint('delivery.claimed');
  if (tools.desk.stuck > 0) return 'released';
  const found = await tools.load(ctx, claim.id, claim.lane);
  // The record is gone or closed, and with it the reason to send anything.
  if (!found || (found.status !== 'QUEUED' && found.delivery.phase === null)) return 'done';
  await crashPoint('delivery.loaded');
  const settled = found.delivery.phase === null ? found : await settleDoubt({ ctx, claim, mail: found, tools });
  if (!settled) return 'ended';

  const handling: Handling = { ctx, claim, mail: settled, tools };
  const verdict = mayLeave(settled.facts);
  if (verdict.kind !== 'go') return withhold(handling, verdict);
  const waitSeconds = await awaitTurn(handling);
  if (claim.signal.aborted) return 'released';
  if (waitSeconds > 0) return { afterSeconds: waitSeconds };
  if (!settled.isTest && !(await tools.relays.whenOpen(relayPatienceMs))) return relayDown();
  return withinBudget(handling);
}

async function withinBudget(handling: Handling): Promise<Ending> {
  const { ctx, claim, mail, tools } = handling;
  const giveBack = await tools.budget.take(sizeOf(mail), claim.signal);
  if (!giveBack) return claim.signal.aborted ? 'released' : { afterSeconds: 1 + 2 * Math.random() };
  try {
    return await handOver(handling);
  } catch (error) {
    if (error instanceof SigningKeyUnreadable) {
      return await withhold(handling, { kind: 'hold', reason: 'SIGNING_KEY_UNREADABLE' });
    }
    if (!(error instanceof MessageUnfit || error instanceof ContentMissing)) throw error;
    ctx.log.error({ error, emailId: mail.id }, 'message cannot be written');
    const closing = { status: 'FAILED', reason: 'RENDER_FAILED' } as const;
    return await endWith(handling, { effect: { kind: 'closed', closing, error: error.message, suppresses: false } });
  } finally {
    giveBack();
  }
}
