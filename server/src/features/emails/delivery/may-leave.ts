import type { Closing, EmailType, HoldReason, SuppressionReason } from '../email.ts';

/** Everything the decision rests on, as it is at one moment. */
export interface LeavingFacts {
  readonly type: EmailType;
  readonly isExpired: boolean;
  readonly project: {
    readonly isDeleted: boolean;
    readonly isDisabled: boolean;
    readonly isPaused: boolean;
    readonly isMarketingPaused: boolean;
  };
  readonly domain: 'sandbox' | 'verified' | 'pending' | 'missing';
  readonly suppression: { readonly reason: SuppressionReason; readonly blocks: 'ALL' | 'MARKETING' } | null;
  readonly instanceSuppression: SuppressionReason | null;
  /** `none`: the mail names no contact. */
  readonly contact: 'subscribed' | 'unsubscribed' | 'deleted' | 'none';
}

export type Verdict =
  | { readonly kind: 'go' }
  | { readonly kind: 'close'; readonly closing: Closing }
  | { readonly kind: 'hold'; readonly reason: HoldReason };

/**
 * May this mail leave now? The twin of `gate_deliveries` in the database, which alone decides; this one says why not, and
 * saves the work of composing what the gate would refuse.
 * Invariant: the gate lets a mail pass if and only if this says `go`; one table of cases holds both to it.
 */
export function mayLeave({ type, isExpired, project, domain, ...facts }: LeavingFacts): Verdict {
  const isTransactional = type === 'TRANSACTIONAL';
  const { suppression, instanceSuppression, contact } = facts;
  if (project.isDeleted) return close({ status: 'CANCELLED', reason: 'PROJECT_DELETED' });
  if (isExpired) return close({ status: 'FAILED', reason: 'EXPIRED' });
  if (suppression && (suppression.blocks === 'ALL' || !isTransactional)) return suppressed(suppression.reason);
  if (instanceSuppression) return suppressed(instanceSuppression);
  if (contact === 'deleted' || (contact === 'none' && !isTransactional)) {
    return close({ status: 'CANCELLED', reason: 'CONTACT_DELETED' });
  }
  if (!isTransactional && contact === 'unsubscribed') return close({ status: 'SUPPRESSED', reason: 'UNSUBSCRIBED' });
  if (domain === 'missing') return close({ status: 'FAILED', reason: 'DOMAIN_REMOVED' });
  if (project.isDisabled) return hold('PROJECT_DISABLED');
  if (project.isPaused) return hold('PROJECT_PAUSED');
  if (project.isMarketingPaused && !isTransactional) return hold('MARKETING_PAUSED');
  if (domain === 'pending') return hold('DOMAIN_NOT_VERIFIED');
  return { kind: 'go' };
}

const close = (closing: Closing): Verdict => ({ kind: 'close', closing });
const hold = (reason: HoldReason): Verdict => ({ kind: 'hold', reason });
const suppressed = (reason: SuppressionReason): Verdict =>
  close({ status: 'SUPPRESSED', reason: `SUPPRESSION_${reason}` });
