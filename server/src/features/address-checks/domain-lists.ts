import { disposableEmailBlocklistSet } from 'disposable-email-domains-js';
import { editDistance } from '#pure/edit-distance';
import mailboxDomains from './mailbox-domains.json' with { type: 'json' };
import relayDomains from './relay-domains.json' with { type: 'json' };

/** What is known about a domain without a look-up (D-421). */
export interface DomainKind {
  isDisposable: boolean;
  isAlias: boolean;
  isPersonal: boolean;
  /** The mailbox domain that was probably meant. */
  suggestion: string | null;
}

/**
 * Free mailbox providers, the most used first. Collected from the providers' own sign-up pages; a domain belongs here
 * when anyone can get a mailbox at it without owning it. The order decides which of two equally near domains is meant.
 */
const personal: ReadonlySet<string> = new Set(mailboxDomains);
/**
 * Services that forward to, or stand in for, a person's real address. Collected from the services' own documentation.
 * Their users are people who read the mail, so they do not count as disposable.
 */
const relays: ReadonlySet<string> = new Set(relayDomains);
let disposable: ReadonlySet<string> | null = null;

export function classifyDomain(domain: string): DomainKind {
  disposable ??= disposableEmailBlocklistSet(); // Why: nine thousand names that most processes never need
  const isAlias = isListed(domain, relays);
  return {
    isDisposable: isListed(domain, disposable),
    isAlias,
    isPersonal: personal.has(domain),
    suggestion: personal.has(domain) || isAlias ? null : nearestMailboxDomain(domain),
  };
}

/** Whether the domain itself or a parent domain is listed. */
function isListed(domain: string, list: ReadonlySet<string>): boolean {
  for (let suffix = domain; suffix.includes('.'); suffix = suffix.slice(suffix.indexOf('.') + 1)) {
    if (list.has(suffix)) return true;
  }
  return false;
}

/** The nearest mailbox domain: one typo away, or two where both have eight letters. */
function nearestMailboxDomain(domain: string): string | null {
  let best: string | null = null;
  let bestDistance = 3;
  for (const candidate of mailboxDomains) {
    const allowed = Math.min(lettersOf(domain), lettersOf(candidate)) >= 8 ? 2 : 1;
    const distance = editDistance(domain, candidate, Math.min(allowed, bestDistance - 1));
    if (distance > allowed || distance >= bestDistance) continue;
    best = candidate;
    bestDistance = distance;
  }
  return best;
}

const lettersOf = (domain: string): number => domain.replace(/[^a-z0-9]/g, '').length;
