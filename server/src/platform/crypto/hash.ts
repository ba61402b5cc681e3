import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

export const sha256 = (text: string | Uint8Array): Buffer => createHash('sha256').update(text).digest();

/** 256 random bits, safe in a URL. */
export const randomToken = (): string => randomBytes(32).toString('base64url');

/** A key for one purpose, derived from a secret of the instance. */
export const hkdf = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `postrider:${purpose}`, 32));

export const sign = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

export function equalInConstantTime(left: string, right: string): boolean {
  const [a, b] = [sha256(left), sha256(right)]; // equal length whatever was given
  return timingSafeEqual(a, b);
}
