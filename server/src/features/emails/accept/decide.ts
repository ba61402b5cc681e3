import type { Closing, EmailType, SuppressionReason } from '../email.ts';

/** What a project's list, or the installation's, says about an address. */
export interface Suppression {
  readonly reason: SuppressionReason;
  readonly blocks: 'ALL' | 'MARKETING';
}

/** Why a mail that is being accepted will not be sent, or null (api/05, 1.7). The gate asks again (D-621). */
export function whyNotSent(
  type: EmailType,
  isSubscribed: boolean,
  suppressions: readonly Suppression[],
): Closing | null {
  const isTransactional = type === 'TRANSACTIONAL';
  const blocking = suppressions.find(({ blocks }) => blocks === 'ALL' || !isTransactional);
  if (blocking) return { status: 'SUPPRESSED', reason: `SUPPRESSION_${blocking.reason}` };
  if (!isTransactional && !isSubscribed) return { status: 'SUPPRESSED', reason: 'UNSUBSCRIBED' };
  return null;
}
