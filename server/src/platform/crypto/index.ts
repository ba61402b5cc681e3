export { deriveKey, equalInConstantTime, randomToken, sha256, sign } from './hash.ts';
export { hashPassword, isPassword } from './password.ts';
export { open, seal } from './secret-box.ts';
