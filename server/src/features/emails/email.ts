import type { Id } from '#platform/ids';

export type EmailId = Id<'email'>;

export type EmailType = 'TRANSACTIONAL' | 'MARKETING' | 'HEADLESS';
export type EmailSource = 'TRANSACTIONAL' | 'CAMPAIGN' | 'WORKFLOW';

/** As stored. While a delivery row exists the record is shown as QUEUED or SENDING (contract/05, 2.2). */
export type EmailStatus =
  | 'QUEUED'
  | 'SUPPRESSED'
  | 'CANCELLED'
  | 'FAILED'
  | 'SENT'
  | 'DELIVERED'
  | 'OPENED'
  | 'CLICKED'
  | 'BOUNCED'
  | 'COMPLAINED';

export type BounceType = 'Permanent' | 'Transient';

export type SuppressionReason = 'BOUNCE' | 'COMPLAINT' | 'MANUAL';

/** Status and reason of a mail that is closed without having been handed over (contract/05, 2.3). */
export type EmailClosure =
  | {
      readonly status: 'SUPPRESSED';
      readonly reason: 'UNSUBSCRIBED' | `SUPPRESSION_${SuppressionReason}` | 'RECIPIENT_LIMIT' | 'BILLING_LIMIT';
    }
  | {
      readonly status: 'FAILED';
      readonly reason: 'REJECTED' | 'EXPIRED' | 'DOMAIN_REMOVED' | 'RENDER_FAILED' | 'POISON';
    }
  | {
      readonly status: 'CANCELLED';
      readonly reason: 'CAMPAIGN_CANCELLED' | 'CONTACT_DELETED' | 'PROJECT_RESET' | 'PROJECT_DELETED';
    };

/** Why a mail waits that could otherwise leave. Held mail is never failed for it. */
export type HoldReason =
  | 'PROJECT_DISABLED'
  | 'PROJECT_PAUSED'
  | 'MARKETING_PAUSED'
  | 'CAMPAIGN_PAUSED'
  | 'WORKFLOW_PAUSED'
  | 'BILLING_LIMIT'
  | 'DOMAIN_NOT_VERIFIED'
  /** The domain's key cannot be opened with SECRET_KEY or SECRET_KEYS_OLD; nothing leaves unsigned. */
  | 'SIGNING_KEY_UNREADABLE';
