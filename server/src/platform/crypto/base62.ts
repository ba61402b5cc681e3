import { randomBytes } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * Bytes as letters and digits only, so that a double click selects all of them and no final character is mistaken for
 * punctuation. 32 bytes are 43 characters, 16 bytes 22: as long as base64url.
 */
export function base62(bytes: Buffer): string {
  let rest = BigInt(`0x${bytes.toString('hex') || '0'}`);
  let text = '';
  for (; rest > 0n; rest /= 62n) text = alphabet.charAt(Number(rest % 62n)) + text;
  return text.padStart(lengthOf(bytes.length), '0');
}

/** The bytes, or null when the text is not the unique encoding of that many bytes. */
export function fromBase62(text: string, count: number): Buffer | null {
  if (text.length !== lengthOf(count)) return null;
  let value = 0n;
  for (const letter of text) {
    const digit = alphabet.indexOf(letter);
    if (digit < 0) return null;
    value = value * 62n + BigInt(digit);
  }
  const hex = value.toString(16).padStart(count * 2, '0');
  return hex.length === count * 2 ? Buffer.from(hex, 'hex') : null;
}

/** 256 random bits in letters and digits. */
export const randomLetters = (): string => base62(randomBytes(32));

const lengthOf = (count: number): number => Math.ceil((count * 8) / Math.log2(62));
