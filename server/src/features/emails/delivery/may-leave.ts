import type { EmailClosure, EmailType, HoldReason, SuppressionReason } from '../email.ts';
import { type StopVerdict, stopsClock, verdictOnStops } from './mail-stops.ts';

/** All facts that decide, as of one moment. */
export interface LeavingFacts {
  readonly type: EmailType;
  readonly isExpired: boolean;
  readonly project: {
    /** Or its data is being erased by a reset. */
    readonly isDeleted: boolean;
    readonly isDisabled: boolean;
    readonly isPaused: boolean;
    readonly isMarketingPaused: boolean;
  };
  readonly domain: 'sandbox' | 'verified' | 'pending' | 'missing';
  readonly suppression: { readonly reason: SuppressionReason; readonly blocks: 'ALL' | 'MARKETING' } | null;
  readonly instanceSuppression: SuppressionReason | null;
  /** `none`: the mail was made for an address that is no contact. */
  readonly contact: 'subscribed' | 'unsubscribed' | 'deleted' | 'none';
  /** Reasons that stop the campaign or workflow of the mail (mail-stops.ts). */
  readonly stops: readonly string[];
}

/** What decides while a mail is accepted; everything else is asked at the gate. */
export type AcceptanceFacts = Pick<LeavingFacts, 'type' | 'suppression' | 'instanceSuppression' | 'contact'>;

/** Why a mail that is being accepted will never be sent, or null (contract/05, 1.7). The gate checks again (D-621). */
export function closureAtAcceptance(facts: AcceptanceFacts): EmailClosure | null {
  const verdict = mayLeave({ ...nothingElse, ...facts });
  return verdict.kind === 'close' ? verdict.closure : null;
}

const nothingElse = {
  isExpired: false,
  project: { isDeleted: false, isDisabled: false, isPaused: false, isMarketingPaused: false },
  domain: 'verified',
  stops: [],
} as const;

export type LeaveVerdict = { readonly kind: 'go' } | StopVerdict;

/**
 * May this mail leave now? The same rules as `gate_deliveries` in the database, which alone decides; this one also gives the
 * reason, and saves composing a message that the gate would refuse.
 * Invariant: the gate lets a mail pass if and only if this returns `go`, and `hold_has_ended` is true if and only if this no
 * longer holds it for that reason; one table of cases tests all of them. Where a new reason goes: docs/decisions/0027.
 */
export function mayLeave({ type, isExpired, project, domain, ...facts }: LeavingFacts): LeaveVerdict {
  const isTransactional = type === 'TRANSACTIONAL';
  const { suppression, instanceSuppression, contact } = facts;
  const stopped = verdictOnStops(facts.stops);
  if (project.isDeleted) return close({ status: 'CANCELLED', reason: 'PROJECT_DELETED' });
  if (stopped?.kind === 'close') return stopped;
  const isTimeless = stopped?.kind === 'hold' && stopsClock(stopped.reason);
  if (isExpired && !isTimeless) return close({ status: 'FAILED', reason: 'EXPIRED' });
  if (suppression && (suppression.blocks === 'ALL' || !isTransactional)) return suppressed(suppression.reason);
  if (instanceSuppression) return suppressed(instanceSuppression);
  if (contact === 'deleted') return close({ status: 'CANCELLED', reason: 'CONTACT_DELETED' });
  if (!isTransactional && contact !== 'subscribed') return close({ status: 'SUPPRESSED', reason: 'UNSUBSCRIBED' });
  if (domain === 'missing') return close({ status: 'FAILED', reason: 'DOMAIN_REMOVED' });
  if (project.isDisabled) return hold('PROJECT_DISABLED');
  if (project.isPaused) return hold('PROJECT_PAUSED');
  if (project.isMarketingPaused && !isTransactional) return hold('MARKETING_PAUSED');
  if (stopped) return stopped;
  if (domain === 'pending') return hold('DOMAIN_NOT_VERIFIED');
  return { kind: 'go' };
}

const close = (closure: EmailClosure): LeaveVerdict => ({ kind: 'close', closure });
const hold = (reason: HoldReason): LeaveVerdict => ({ kind: 'hold', reason });
const suppressed = (reason: SuppressionReason): LeaveVerdict =>
  close({ status: 'SUPPRESSED', reason: `SUPPRESSION_${reason}` });
