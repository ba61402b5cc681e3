import { defineEvent } from '#platform/events';
import type { DomainId } from './domain.ts';

interface DomainNews {
  domainId: DomainId;
  domain: string;
}

/** The project may send from this domain from now on; held mail can go. */
export const DomainVerified = defineEvent<DomainNews>('domains.verified');

/** A verified domain fell back to pending: mail from it is held (D-710). */
export const DomainLost = defineEvent<DomainNews>('domains.lost');

/** The domain is gone for good: mail from it that has not left fails (D-714). */
export const DomainRemoved = defineEvent<DomainNews>('domains.removed');
