import { equalInConstantTime, hkdf, sign } from './hash.ts';

/** The two settings that everything sealed or signed rests on. */
export interface InstanceSecrets {
  readonly SECRET_KEY: string;
  readonly SECRET_KEYS_OLD: readonly string[];
}

export interface RingKey {
  /** A fingerprint of the secret, independent of its position in the list. */
  readonly id: string;
  readonly key: Buffer;
}

/** The keys of one purpose, so that a leak in one use does not affect another. The first seals and signs, all are accepted. */
export type KeyRing = readonly [RingKey, ...RingKey[]];

const ringsBySecrets = new WeakMap<InstanceSecrets, Map<string, KeyRing>>();

/** Derived once for each configuration and purpose. */
export function keyRing(secrets: InstanceSecrets, purpose: string): KeyRing {
  const rings = ringsBySecrets.get(secrets) ?? new Map<string, KeyRing>();
  ringsBySecrets.set(secrets, rings);
  const known = rings.get(purpose);
  if (known) return known;
  const keyOf = (secret: string): RingKey => ({ id: keyId(secret), key: hkdf(secret, purpose) });
  const ring: KeyRing = [keyOf(secrets.SECRET_KEY), ...secrets.SECRET_KEYS_OLD.map(keyOf)];
  rings.set(purpose, ring);
  return ring;
}

/** Identifies a secret in sealed values and in output for operators; reveals nothing about it. */
export const keyId = (secret: string): string => hkdf(secret, 'key-id').subarray(0, 6).toString('hex');

export const signWith = ([current]: KeyRing, text: string): Buffer => sign(current.key, text);

/** The signature of a text with each of the keys, the current one first. */
export const signaturesOf = ([current, ...older]: KeyRing, text: string): readonly [Buffer, ...Buffer[]] => [
  sign(current.key, text),
  ...older.map(({ key }) => sign(key, text)),
];

/** Whether one of the keys has signed the text; `spell` encodes a signature as it was issued. */
export const isSignedBy = (ring: KeyRing, text: string, signature: string, spell: (bytes: Buffer) => string): boolean =>
  signaturesOf(ring, text).some((bytes) => equalInConstantTime(signature, spell(bytes)));
