import type { ProjectId } from '#platform/context';
import type { Role } from '#platform/identity';
import { limits } from '#pure/limits';
import type { ProjectSubscription } from './record-subscription.ts';

export type ProjectMode = 'test' | 'live';
export type Tracking = 'ENABLED' | 'DISABLED' | 'MARKETING_ONLY';
export type DisabledReason =
  | 'PAYMENT_FAILED'
  | 'EMAIL_REPUTATION'
  | 'PHISHING_DETECTED'
  | 'CARD_VERIFICATION_FAILED'
  | 'MANUAL';

/** A project as one of its team members sees it. */
export interface Project {
  readonly id: ProjectId;
  readonly name: string;
  readonly role: Role;
  readonly publicKey: string;
  readonly secretLast4: string;
  readonly mode: ProjectMode;
  readonly disabledReason: DisabledReason | null;
  readonly pausedAt: Date | null;
  readonly marketingPausedAt: Date | null;
  readonly tracking: Tracking;
  readonly language: string;
  readonly timezone: string;
  readonly sendRate: number | null;
  readonly resendsTransactionalOnDoubt: boolean;
  readonly resendsMarketingOnDoubt: boolean;
  /** Whether tools of an agent may send mail. */
  readonly mcpSending: boolean;
  readonly subscription: ProjectSubscription | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const rank: Record<Role, number> = { MEMBER: 1, ADMIN: 2, OWNER: 3 };

export const roles = ['OWNER', 'ADMIN', 'MEMBER'] as const;

/** D-1123: an ADMIN manages ADMINs and MEMBERs; only an OWNER makes, changes or removes an OWNER. */
export const mayManage = (own: Role, ...affected: readonly Role[]): boolean =>
  rank[own] >= rank.ADMIN && affected.every((role) => rank[role] <= rank[own]);

/** An IANA name such as `Europe/Berlin`; offsets are not zones. */
export function isTimeZone(name: string): boolean {
  if (name.length > limits.timeZoneCharacters || !/^[A-Za-z][A-Za-z0-9_+\-/]*$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
