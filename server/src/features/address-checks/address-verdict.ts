import type { DnsFact, DomainFacts } from './domain-facts.ts';
import type { DomainKind } from './domain-lists.ts';

export const reasons = [
  'DOMAIN_NOT_FOUND',
  'NULL_MX',
  'NO_MAIL_SERVER',
  'POSSIBLE_TYPO',
  'DISPOSABLE',
  'ALIAS',
  'DNS_UNAVAILABLE',
] as const;
export type VerdictReason = (typeof reasons)[number];

export interface AddressVerdict {
  email: string;
  valid: boolean;
  isDisposable: boolean;
  isAlias: boolean;
  isTypo: boolean;
  suggestedEmail?: string;
  isPlusAddressed: boolean;
  isPersonalEmail: boolean;
  domainExists: boolean;
  hasWebsite: boolean;
  hasMxRecords: boolean;
  reasons: VerdictReason[];
}

/** Combines what is known about an address (D-421). What could not be looked up counts in its favour (D-422). */
export function judgeAddress(email: string, kind: DomainKind, facts: DomainFacts): AddressVerdict {
  const local = email.slice(0, email.indexOf('@'));
  const exists = facts.exists !== 'no';
  const isReachable = facts.hasMailHost !== 'no' || (!facts.refusesMail && facts.hasAddress !== 'no');
  return {
    email,
    valid: exists && isReachable,
    isDisposable: kind.isDisposable,
    isAlias: kind.isAlias,
    isTypo: kind.suggestion !== null,
    ...(kind.suggestion === null ? {} : { suggestedEmail: `${local}@${kind.suggestion}` }),
    isPlusAddressed: local.includes('+'),
    isPersonalEmail: kind.isPersonal,
    domainExists: exists,
    hasWebsite: facts.hasWebsite !== 'no',
    hasMxRecords: facts.hasMailHost !== 'no',
    reasons: reasonsFor(kind, facts, { exists, isReachable }),
  };
}

function reasonsFor(
  kind: DomainKind,
  facts: DomainFacts,
  { exists, isReachable }: { exists: boolean; isReachable: boolean },
): VerdictReason[] {
  const applies: Record<VerdictReason, boolean> = {
    DOMAIN_NOT_FOUND: !exists,
    NULL_MX: facts.refusesMail,
    NO_MAIL_SERVER: exists && !isReachable && !facts.refusesMail,
    POSSIBLE_TYPO: kind.suggestion !== null,
    DISPOSABLE: kind.isDisposable,
    ALIAS: kind.isAlias,
    DNS_UNAVAILABLE: Object.values<DnsFact | boolean>({ ...facts }).includes('unknown'),
  };
  return reasons.filter((reason) => applies[reason]);
}
