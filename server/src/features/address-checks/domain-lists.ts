import { disposableEmailBlocklistSet } from 'disposable-email-domains-js';
import { editDistance } from '#pure/edit-distance';
import { mailboxDomains, relayDomains } from './lists.ts';

/** What is known of a domain without asking anybody (D-421). */
export interface DomainKind {
  isDisposable: boolean;
  isAlias: boolean;
  isPersonal: boolean;
  /** The mailbox domain that was probably meant. */
  suggestion: string | null;
}

const personal: ReadonlySet<string> = new Set(mailboxDomains);
let disposable: ReadonlySet<string> | null = null;

export function kindOf(domain: string): DomainKind {
  disposable ??= disposableEmailBlocklistSet(); // Why: nine thousand names that most processes never need
  const isAlias = isListed(domain, relayDomains);
  return {
    isDisposable: isListed(domain, disposable),
    isAlias,
    isPersonal: personal.has(domain),
    suggestion: personal.has(domain) || isAlias ? null : nearest(domain),
  };
}

/** The domain itself or one above it. */
function isListed(domain: string, list: ReadonlySet<string>): boolean {
  for (let rest = domain; rest.includes('.'); rest = rest.slice(rest.indexOf('.') + 1)) {
    if (list.has(rest)) return true;
  }
  return false;
}

/** The nearest mailbox domain: one slip away, or two where both have eight letters. */
function nearest(domain: string): string | null {
  let best: string | null = null;
  let least = 3;
  for (const candidate of mailboxDomains) {
    const allowed = Math.min(lettersOf(domain), lettersOf(candidate)) >= 8 ? 2 : 1;
    const distance = editDistance(domain, candidate, Math.min(allowed, least - 1));
    if (distance > allowed || distance >= least) continue;
    best = candidate;
    least = distance;
  }
  return best;
}

const lettersOf = (domain: string): number => domain.replace(/[^a-z0-9]/g, '').length;
