import { isIP } from 'node:net';
import { parse } from 'tldts';
import type { Config } from '#platform/config';
import { asciiDomain } from '#pure/addresses';
import { limits } from '#pure/limits';

/** A domain as it is stored, or what is wrong with the text. */
export type DomainName =
  | { readonly ok: true; readonly domain: string }
  | { readonly ok: false; readonly problem: 'form' | 'address' | 'suffix' };

export function readDomainName(text: string): DomainName {
  const given = text.trim().replace(/\.$/, '');
  if (isIP(given.replace(/^\[|\]$/g, ''))) return { ok: false, problem: 'address' };
  const domain = asciiDomain(given);
  if (domain === null || domain.length > limits.domainNameCharacters) return { ok: false, problem: 'form' };
  const { publicSuffix, isIcann } = parse(domain);
  return isIcann && publicSuffix === domain ? { ok: false, problem: 'suffix' } : { ok: true, domain };
}

type ReservedDomains = Pick<Config, 'SANDBOX_DOMAIN' | 'MAILBOX_PROVIDERS'>;

/** Why no project may add this domain, or null. Names below a reserved one are reserved too. */
export function reservedAs(
  { SANDBOX_DOMAIN, MAILBOX_PROVIDERS }: ReservedDomains,
  domain: string,
): 'sandbox' | 'mailbox' | null {
  const isWithin = (top: string): boolean => domain === top || domain.endsWith(`.${top}`);
  if (isWithin(SANDBOX_DOMAIN)) return 'sandbox';
  return MAILBOX_PROVIDERS.some(isWithin) ? 'mailbox' : null;
}
