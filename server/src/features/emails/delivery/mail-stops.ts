import type { EmailClosure, HoldReason } from '../email.ts';

/** What becomes of a mail that may not leave. */
export type StopVerdict =
  | { readonly kind: 'close'; readonly closure: EmailClosure }
  | { readonly kind: 'hold'; readonly reason: HoldReason };

/**
 * Reasons that stop all mail of one campaign or workflow, with what becomes of it; the first in this order counts.
 * A new reason is one line here: the gate refuses mail whose source has any stop, whatever its reason.
 */
const verdicts = {
  CAMPAIGN_CANCELLED: { kind: 'close', closure: { status: 'CANCELLED', reason: 'CAMPAIGN_CANCELLED' } },
  CAMPAIGN_PAUSED: { kind: 'hold', reason: 'CAMPAIGN_PAUSED' },
  WORKFLOW_PAUSED: { kind: 'hold', reason: 'WORKFLOW_PAUSED' },
  BILLING_LIMIT: { kind: 'hold', reason: 'BILLING_LIMIT' },
} as const satisfies Readonly<Record<string, StopVerdict>>;

export type StopReason = keyof typeof verdicts;

/** While mail is held for this reason its time does not count: it does not expire, and gets the time back afterwards (D-818). */
export const stopsClock = (reason: HoldReason): boolean => reason === 'CAMPAIGN_PAUSED';

export const stopReasons = Object.keys(verdicts) as readonly StopReason[]; // the keys of this very table

/** Null when there is no stop. A reason that a newer version has stored, and this one does not know, holds the mail. */
export function verdictOnStops(stops: readonly string[]): StopVerdict | null {
  const [first] = stops;
  if (first === undefined) return null;
  const known = stopReasons.find((reason) => stops.includes(reason));
  return known ? verdicts[known] : { kind: 'hold', reason: first as HoldReason };
}
