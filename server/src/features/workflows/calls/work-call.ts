import { WebhookSecretUnreadable } from '#features/projects';
import { type ProjectContext, perApp } from '#platform/context';
import { crashPoint } from '#platform/faults';
import { CallSlots, callUrl } from '#platform/outgoing-calls';
import { NoFreeSlot } from '#platform/shares';
import type { Claim, ClaimEnding } from '#platform/spool';
import { signWebhook } from '#pure/webhook-signature';
import { type BegunCall, beginCall } from './begin-call.ts';
import { toOutcome } from './call-outcome.ts';
import { type ClaimedCall, isCall, loadClaimed } from './call-row.ts';
import { callTurnsOf } from './call-turns.ts';
import { endCall } from './end-call.ts';
import { holdCall } from './hold-call.ts';

const slotsOf = perApp(() => new CallSlots());

/** Calls to one host, and of one project, that wait in this process for a slot; the others wait in the table. */
const maxWaiting = 2;
/** Until the operator has listed the key that opens the project's secret. */
const unreadableSeconds = 60;

/**
 * One attempt of a WEBHOOK step: store that it begins, call, store what came of it. A worker that dies in between leaves a call that is
 * made once more, with the same id and the same number.
 */
export async function workCall(ctx: ProjectContext, claim: Claim): Promise<ClaimEnding> {
  const call = await loadClaimed(ctx, claim);
  if (!isCall(call)) return call;
  if (call.isDisabled) return holdCall(ctx, claim);
  return withinSlot(ctx, claim, call, () => attempt(ctx, claim, call));
}

/** A call that finds no slot gives way to those of other hosts and projects, and has its turn later. */
async function withinSlot(
  ctx: ProjectContext,
  claim: Claim,
  { url }: ClaimedCall,
  work: () => Promise<ClaimEnding>,
): Promise<ClaimEnding> {
  const turns = callTurnsOf(ctx);
  const host = `${ctx.projectId} ${URL.parse(url)?.hostname ?? ''}`;
  let begunAt: number | null = null;
  const begin = (): Promise<ClaimEnding> => {
    begunAt = performance.now();
    return work();
  };
  try {
    return await slotsOf(ctx).within(ctx.projectId, url, begin, { maxWaiting, signal: claim.signal });
  } catch (error) {
    if (error instanceof NoFreeSlot) return { afterSeconds: turns.nextTurn(host, performance.now()) / 1_000 };
    if (begunAt === null && claim.signal.aborted) return 'released';
    throw error;
  } finally {
    if (begunAt !== null) turns.ended(host, performance.now() - begunAt);
  }
}

async function attempt(ctx: ProjectContext, claim: Claim, call: ClaimedCall): Promise<ClaimEnding> {
  try {
    const begun = await ctx.transaction((tx) => beginCall(tx, claim, call));
    if (!begun) return 'ended';
    const made = await callUrl(ctx, signedCall(claim, begun, ctx.clock.now()));
    await crashPoint('after_webhook');
    await ctx.transaction((tx) => endCall(tx, claim, call, toOutcome(made, tx.now)));
    return 'ended';
  } catch (error) {
    if (!(error instanceof WebhookSecretUnreadable)) throw error;
    ctx.log.error({ error }, 'calls of workflows wait: the webhook secret cannot be read');
    return { afterSeconds: unreadableSeconds };
  }
}

/** The stored request with the headers of this attempt (D-916, D-938). */
function signedCall(claim: Claim, { request, attempt: number, secrets }: BegunCall, sentAt: Date) {
  const signature = signWebhook({ id: claim.id, sentAt, body: request.body ?? '', secrets });
  return { ...request, headers: { ...request.headers, ...signature, 'webhook-attempt': String(number) } };
}
