import type { Config } from '#platform/config';
import { base62, keyRing, signaturesOf } from '#platform/crypto';
import type { Domain } from './domain.ts';

type TokenSubject = Pick<Domain, 'projectId' | 'domain' | 'ownershipToken'>;

const prefix = 'postrider-verification=';

/** The TXT value that proves a domain. */
export const ownershipValue = (token: string): string => prefix + token;
export const tokenInValue = (value: string): string => value.slice(prefix.length);

/** Different for every project, the same after a domain is deleted and added again (D-703): the token that was requested first. */
export const ownershipTokenOf = (config: Config, subject: TokenSubject): string =>
  subject.ownershipToken ?? derivedTokens(config, subject)[0];

/** Every other token that one of our keys makes for this project and domain: each is a proof as well. */
export const otherOwnershipTokens = (config: Config, subject: TokenSubject): string[] =>
  derivedTokens(config, subject).filter((token) => token !== ownershipTokenOf(config, subject));

/** By every key of the ring: first in the form for new domains, then in base64url, the earlier form. */
function derivedTokens(config: Config, { projectId, domain }: TokenSubject): [string, ...string[]] {
  const [current, ...older] = signaturesOf(keyRing(config, 'domain-ownership'), `${projectId}:${domain}`);
  const inBase64 = [current, ...older].map((bytes) => bytes.toString('base64url'));
  return [base62(current), ...older.map(base62), ...inBase64];
}
