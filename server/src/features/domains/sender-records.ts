import type { Config } from '#platform/config';
import type { Domain, ExpectedRecord } from './domain.ts';
import { providerDkim, providerReturnPath } from './provider-records.ts';
import { ownDkim, ownReturnPath } from './relay-records.ts';

type SenderDomain = Pick<Domain, 'domain' | 'key' | 'identity'>;

export const mailFromDomain = (config: Config, domain: string): string => `${config.MAIL_FROM_SUBDOMAIN}.${domain}`;

/** Whether bounces of mail from sender domains go to the provider: it is the first relay. */
export const isProviderFirst = ({ MAIL_RELAYS }: Config): boolean => MAIL_RELAYS[0]?.kind === 'ses';

/**
 * DKIM, RETURN_PATH and SPF of a domain (D-702). Every relay that may carry the mail must be able to sign it; the return path
 * belongs to the first. The records of a provider behind another relay, or of one that became first after the domain was
 * verified, are advice: a change of settings unverifies no domain. A domain that the provider does not know yet keeps
 * the records it had before.
 */
export function senderRecords(config: Config, { domain, key, identity }: SenderDomain): ExpectedRecord[] {
  const mailFrom = mailFromDomain(config, domain);
  const known = identity && identity.tokens.length > 0 ? { domain, mailFrom, identity } : null;
  if (known === null || config.MAIL_RELAYS.every(({ kind }) => kind !== 'ses')) {
    return [...ownDkim(domain, key), ...ownReturnPath(config, mailFrom)];
  }
  if (!isProviderFirst(config) || !known.identity.isLeading) {
    return [...ownDkim(domain, key), ...providerDkim(known, false), ...ownReturnPath(config, mailFrom)];
  }
  const isAlone = config.MAIL_RELAYS.every(({ kind }) => kind === 'ses');
  return [...providerDkim(known, true), ...(isAlone ? [] : ownDkim(domain, key)), ...providerReturnPath(known)];
}
