import { equalInConstantTime, hkdf, sign } from './hash.ts';

/** The two settings that everything sealed or signed rests on. */
export interface InstanceSecrets {
  readonly SECRET_KEY: string;
  readonly SECRET_KEYS_OLD: readonly string[];
}

export interface RingKey {
  /** A fingerprint of the secret, so it is the same wherever the secret stands in the list. */
  readonly id: string;
  readonly key: Buffer;
}

/** The keys of one purpose, so a leak in one use does not open another. The first seals and signs, all are believed. */
export type KeyRing = readonly [RingKey, ...RingKey[]];

const remembered = new WeakMap<InstanceSecrets, Map<string, KeyRing>>();

/** Derived once for each configuration and purpose. */
export function keyRing(secrets: InstanceSecrets, purpose: string): KeyRing {
  const rings = remembered.get(secrets) ?? new Map<string, KeyRing>();
  remembered.set(secrets, rings);
  const known = rings.get(purpose);
  if (known) return known;
  const keyOf = (secret: string): RingKey => ({ id: keyId(secret), key: hkdf(secret, purpose) });
  const ring: KeyRing = [keyOf(secrets.SECRET_KEY), ...secrets.SECRET_KEYS_OLD.map(keyOf)];
  rings.set(purpose, ring);
  return ring;
}

/** Names a secret in sealed values and in what an operator reads; tells nothing about it. */
export const keyId = (secret: string): string => hkdf(secret, 'key-id').subarray(0, 6).toString('hex');

export const signWith = ([current]: KeyRing, text: string): Buffer => sign(current.key, text);

/** What each of the keys makes of a text, the present one first. */
export const signaturesOf = ([current, ...older]: KeyRing, text: string): readonly [Buffer, ...Buffer[]] => [
  sign(current.key, text),
  ...older.map(({ key }) => sign(key, text)),
];

/** Whether one of the keys has signed the text; `spell` writes a signature as it was given out. */
export const isSignedBy = (ring: KeyRing, text: string, signature: string, spell: (bytes: Buffer) => string): boolean =>
  signaturesOf(ring, text).some((bytes) => equalInConstantTime(signature, spell(bytes)));
