import type { Config } from '#platform/config';
import { base62, keyRing, signaturesOf } from '#platform/crypto';
import type { Domain } from './domain.ts';

type Place = Pick<Domain, 'projectId' | 'domain' | 'ownershipToken'>;

const prefix = 'postrider-verification=';

/** The TXT value that proves a domain. */
export const ownershipValue = (token: string): string => prefix + token;
export const tokenInValue = (value: string): string => value.slice(prefix.length);

/** Different for every project, the same after a domain is removed and added again (D-703): what was asked for once. */
export const ownershipTokenOf = (config: Config, place: Place): string =>
  place.ownershipToken ?? derivedTokens(config, place)[0];

/** Every other token that one of our keys makes for this project and domain: it is a proof as well. */
export const otherOwnershipTokens = (config: Config, place: Place): string[] =>
  derivedTokens(config, place).filter((token) => token !== ownershipTokenOf(config, place));

/** By every key of the ring; first as new domains get it, then the same in base64url, as it was written before. */
function derivedTokens(config: Config, { projectId, domain }: Place): [string, ...string[]] {
  const [current, ...older] = signaturesOf(keyRing(config, 'domain-ownership'), `${projectId}:${domain}`);
  const inBase64 = [current, ...older].map((bytes) => bytes.toString('base64url'));
  return [base62(current), ...older.map(base62), ...inBase64];
}
