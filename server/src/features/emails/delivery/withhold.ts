import type { ClaimEnding } from '#platform/spool';
import { type ClaimedMail, endClaim } from './claimed-mail.ts';
import type { LeaveVerdict } from './may-leave.ts';

/** Closes or holds a mail that must not leave. */
export async function withhold(
  claimed: ClaimedMail,
  verdict: Exclude<LeaveVerdict, { kind: 'go' }>,
): Promise<ClaimEnding> {
  const { metrics } = claimed.tools;
  if (verdict.kind === 'hold') {
    metrics.countWithheld(verdict.reason);
    return endClaim(claimed, { kind: 'held', reason: verdict.reason });
  }
  metrics.countWithheld(verdict.closure.reason);
  // A repeat from doubt that must not leave: the first hand-over may have arrived, so the mail is not closed as unsent.
  if (claimed.mail.delivery.repeats > 0) return endClaim(claimed, { kind: 'sent', isUnconfirmed: true });
  return endClaim(claimed, { kind: 'closed', closure: verdict.closure });
}
