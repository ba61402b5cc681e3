import type { ProjectContext } from '#platform/context';
import type { Claim, ClaimEnding } from '#platform/spool';
import type { Mail } from './mail.ts';
import type { DeliveryResult, ResultEffect } from './result.ts';
import type { DeliveryTools } from './tools.ts';

/** A mail claimed by this worker, with what its handling needs. */
export interface ClaimedMail {
  readonly ctx: ProjectContext;
  readonly claim: Claim;
  readonly mail: Mail;
  readonly tools: DeliveryTools;
}

/** Records the result and ends the claim with it, whether the result counted or another worker was first. */
export async function endClaim(
  { ctx, claim, mail, tools }: ClaimedMail,
  effect: ResultEffect,
  { gatedAs = null, entry = null }: Partial<Pick<DeliveryResult, 'gatedAs' | 'entry'>> = {},
): Promise<ClaimEnding> {
  const counted = await tools.results.record(ctx, { claim, mail, effect, gatedAs, entry });
  if (!counted) tools.metrics.countLate();
  return 'ended';
}
