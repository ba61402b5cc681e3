export { base62, fromBase62, randomLetters } from './base62.ts';
export { equalInConstantTime, randomToken, sha256 } from './hash.ts';
export { type InstanceSecrets, isSignedBy, type KeyRing, keyId, keyRing, signaturesOf, signWith } from './key-ring.ts';
export { hashPassword, isPassword } from './password.ts';
export { currentMark, open, SealUnreadable, seal } from './secret-box.ts';
