import { randomBytes } from 'node:crypto';
import type { Config } from '#platform/config';
import { deriveKey, randomToken, sha256, sign } from '#platform/crypto';
import type { KeyKind } from '#platform/http';

const prefixes: Record<KeyKind, string> = { public: 'pk_', secret: 'sk_' };
const form = /^([sp]k)_(?:[a-z0-9]{1,8}\.[a-z2-7]{8}\.)?[A-Za-z0-9_-]{43}([A-Za-z0-9_-]{6})$/;
const checksumLength = 6;

/**
 * A new key: prefix, 256 random bits, checksum. With several installations behind a router the mark of this one and
 * the project's handle stand in front of the random part, and the router reads nothing else.
 */
export const newApiKey = (config: Config, kind: KeyKind, handle: string): string =>
  withChecksum(prefixes[kind] + placeOf(config, handle) + randomToken());

/** A key that can be told again, for the project that `npm run dev` seeds. */
export const derivedApiKey = (config: Config, kind: KeyKind, handle: string): string =>
  withChecksum(
    prefixes[kind] + placeOf(config, handle) + sign(deriveKey(config.SECRET_KEY, 'seeded-keys'), `${kind}:${handle}`),
  );

/** The kind of a well-formed key; null for anything that cannot be a key of ours, before the database is asked. */
export function apiKeyKind(key: string): KeyKind | null {
  const match = form.exec(key);
  if (!match || checksumOf(key.slice(0, -checksumLength)) !== match[2]) return null;
  return match[1] === 'sk' ? 'secret' : 'public';
}

export const apiKeyHash = (key: string): Buffer => sha256(key);

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** Eight characters of base32, public, unique among projects. */
export const newHandle = (): string => [...randomBytes(8)].map((byte) => alphabet[byte % 32]).join('');

const placeOf = ({ CELL }: Config, handle: string): string => (CELL ? `${CELL}.${handle}.` : '');
const withChecksum = (text: string): string => text + checksumOf(text);
const checksumOf = (text: string): string => sha256(text).toString('base64url').slice(0, checksumLength);
