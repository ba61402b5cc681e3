import type { ProjectContext } from '#platform/context';
import { isOutage } from '#platform/db';
import type { Claim, ClaimEnding } from '#platform/spool';
import { isCall, loadClaimed } from './call-row.ts';
import { endCall } from './end-call.ts';

const message = 'The call could not be made in five attempts.';

/**
 * Ends a call whose own data makes it fail again and again (D-941), as one that cannot be made. An outage of the database is thrown on:
 * it is no reason.
 */
export async function failCall(ctx: ProjectContext, claim: Claim, cause: unknown): Promise<ClaimEnding> {
  if (isOutage(cause)) throw cause;
  ctx.log.error({ error: cause, stepExecutionId: claim.id }, 'a call of a workflow cannot be made');
  const call = await loadClaimed(ctx, claim);
  if (!isCall(call)) return call;
  await ctx.transaction((tx) => endCall(tx, claim, call, { kind: 'refused', message }));
  return 'ended';
}
