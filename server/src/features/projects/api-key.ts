import { randomBytes } from 'node:crypto';
import type { Config } from '#platform/config';
import { base62, keyRing, randomLetters, sha256, signaturesOf } from '#platform/crypto';
import type { KeyKind } from '#platform/identity';

const prefixes: Record<KeyKind, string> = { public: 'pk_', secret: 'sk_' };
const keyPattern = /^([sp]k)_(?:[a-z0-9]{1,8}\.[a-z2-7]{8}\.)?[A-Za-z0-9_-]{43}([A-Za-z0-9_-]{6})$/;
const checksumLength = 6;

/**
 * A new key: prefix, 256 random bits, checksum, in letters and digits, so that a double click selects all of it. With
 * several installations behind a router the mark of this one and the project's handle precede the random
 * part, and the router reads nothing else.
 */
export const newApiKey = (config: Config, kind: KeyKind, handle: string): string =>
  withChecksum(prefixes[kind] + cellPrefix(config, handle) + randomLetters());

/** Keys that can be derived again, for the project that `npm run dev` seeds: by each secret, the present one first. */
export const derivedApiKeys = (config: Config, kind: KeyKind, handle: string): string[] =>
  signaturesOf(keyRing(config, 'seeded-keys'), `${kind}:${handle}`).map((bytes) =>
    withChecksum(prefixes[kind] + cellPrefix(config, handle) + base62(bytes)),
  );

/** The kind of a well-formed key; null for anything that cannot be a key of ours, without a query. */
export function apiKeyKind(key: string): KeyKind | null {
  const [, prefix, checksum = ''] = keyPattern.exec(key) ?? [];
  if (!prefix || !checksumsOf(key.slice(0, -checksumLength)).includes(checksum)) return null;
  return prefix === 'sk' ? 'secret' : 'public';
}

export const apiKeyHash = (key: string): Buffer => sha256(key);

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** Eight characters of base32, public, unique among projects. */
export const newHandle = (): string => [...randomBytes(8)].map((byte) => alphabet[byte % 32]).join('');

const cellPrefix = ({ CELL }: Config, handle: string): string => (CELL ? `${CELL}.${handle}.` : '');
const withChecksum = (text: string): string => text + checksumsOf(text)[0];

/** The checksum of new keys, and that of older keys, which were written in base64url. */
function checksumsOf(text: string): [string, string] {
  const digest = sha256(text);
  return [base62(digest.subarray(0, 4)), digest.toString('base64url').slice(0, checksumLength)];
}
