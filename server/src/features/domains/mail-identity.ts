import type { Config } from '#platform/config';
import type { Domain, ExpectedRecord } from './domain.ts';
import type { DkimKeyPair } from './make-dkim-key.ts';

export type IdentityPlace = Pick<Domain, 'domain' | 'key'>;

/**
 * Who signs a domain's mail and takes its bounces. Today an SMTP relay with our own key; a provider that does both
 * itself is another of these, with records of the same purposes.
 */
export interface MailIdentity {
  makeKey(): Promise<DkimKeyPair>;
  /** DKIM, RETURN_PATH and SPF of a domain. */
  records(config: Config, place: IdentityPlace): ExpectedRecord[];
}
