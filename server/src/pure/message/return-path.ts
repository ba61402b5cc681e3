import { createHmac, timingSafeEqual } from 'node:crypto';

/** What the address of a bounce contains (M10). */
export interface ReturnPath {
  /** Mark of the installation, for a router in front of several; empty for one. */
  readonly cell: string;
  /** The project's public handle, eight characters. */
  readonly handle: string;
  readonly emailId: string;
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
const form = /^bounce\+1([a-z0-9]{0,8})-([a-z2-7]{8})([a-z2-7]{26})([a-z2-7]{13})$/;

/**
 * The part before the `@` of the envelope's sender: `bounce+<token>`.
 * Limit: 64 characters with the longest cell, only letters and digits, because servers change case and drop other characters.
 */
export function signReturnPath({ cell, handle, emailId }: ReturnPath, key: Buffer): string {
  const id = base32(Buffer.from(emailId.replaceAll('-', ''), 'hex'));
  return `bounce+1${cell}-${handle}${id}${tagOf(cell, handle, id, key)}`;
}

/** What was signed by one of the keys, or null for anything else. */
export function parseReturnPath(localPart: string, keys: readonly Buffer[]): ReturnPath | null {
  const [, cell = '', handle = '', id = '', tag = ''] = form.exec(localPart.toLowerCase()) ?? [];
  if (tag === '') return null;
  const isBy = (key: Buffer): boolean => timingSafeEqual(Buffer.from(tag), Buffer.from(tagOf(cell, handle, id, key)));
  if (!keys.some(isBy)) return null;
  const hex = fromBase32(id).toString('hex');
  return { cell, handle, emailId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') };
}

/** 64 bits: enough against guessing by mail, and all that the length allows. */
const tagOf = (cell: string, handle: string, id: string, key: Buffer): string =>
  base32(createHmac('sha256', key).update(`1|${cell}|${handle}|${id}`).digest().subarray(0, 8));

function base32(bytes: Buffer): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xffff;
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet[(value >>> (bits - 5)) & 31];
  }
  return bits > 0 ? text + alphabet[(value << (5 - bits)) & 31] : text;
}

function fromBase32(text: string): Buffer {
  const bytes: number[] = [];
  let bits = 0;
  let value = 0;
  for (const letter of text) {
    value = ((value << 5) | alphabet.indexOf(letter)) & 0xffff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((value >>> bits) & 0xff);
  }
  return Buffer.from(bytes);
}
