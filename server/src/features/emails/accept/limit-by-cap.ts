import { countUsage, type OpenUsage, requireUsage, reserveUsage } from '#features/billing';
import type { ProjectTx } from '#platform/context';
import type { Acceptance } from './accepted-mail.ts';

/**
 * Counts the mails that are to be sent, other than test mail. What is over the cap of the category suppresses mail of workflows, and
 * refuses the whole request of everything else (D-1143). With a cap, the row of the cap is locked until the transaction ends.
 */
export async function limitByCap(
  tx: ProjectTx,
  accepted: readonly Acceptance[],
  usage: OpenUsage,
): Promise<readonly Acceptance[]> {
  const counted = accepted.filter(isCounted);
  const reserve = usage.category === 'workflows' ? reserveUsage : requireUsage;
  const reservation = await reserve(tx, usage, counted.length);
  await countUsage(tx, reservation, reservation.granted);
  const beyond = new Set(counted.slice(reservation.granted));
  return accepted.map((one) => (beyond.has(one) ? { ...one, closure: billingLimit } : one));
}

const billingLimit = { status: 'SUPPRESSED', reason: 'BILLING_LIMIT' } as const;

/** Counted in its category, and given back if it is never handed over. */
export const isCounted = ({ mail, closure }: Acceptance): boolean => closure === null && !mail.isTest;
