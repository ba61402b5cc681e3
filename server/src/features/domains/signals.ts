import { defineSignal } from '#platform/signals';
import type { DomainId } from './domain.ts';

interface DomainChange {
  domainId: DomainId;
  domain: string;
}

/** The project may send from this domain from now on; held mail can leave. */
export const DomainVerified = defineSignal<DomainChange>('domains.verified');

/** A verified domain fell back to pending: mail from it is held (D-710). */
export const DomainLost = defineSignal<DomainChange>('domains.lost');

/** The domain is gone for good: mail from it that has not left fails (D-714). */
export const DomainRemoved = defineSignal<DomainChange>('domains.removed');
