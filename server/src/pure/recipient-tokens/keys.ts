import { createHash } from 'node:crypto';

interface NumberedKey {
  /** One byte that identifies the signing key; two keys may share it. */
  readonly number: number;
  readonly key: Buffer;
}

/** The first one signs; all of them verify. */
export type TokenKeys = readonly [NumberedKey, ...NumberedKey[]];

/** Why: the number is a fingerprint of the key, so it does not depend on the key's position in the list. */
export const tokenKeys = (current: Buffer, older: readonly Buffer[] = []): TokenKeys => [
  numbered(current),
  ...older.map(numbered),
];

const numbered = (key: Buffer): NumberedKey => ({
  number: createHash('sha256').update('number:').update(key).digest().readUInt8(0),
  key,
});
