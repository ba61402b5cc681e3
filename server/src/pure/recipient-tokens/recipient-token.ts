import { createHmac, timingSafeEqual } from 'node:crypto';
import type { TokenKeys } from './keys.ts';

export type LinkPurpose = 'unsubscribe' | 'subscribe' | 'manage' | 'view' | 'open' | 'click';

/** What a link in a mail contains (D-650). Ids are UUIDs; none of them is an address. */
export interface RecipientToken {
  readonly purpose: LinkPurpose;
  /** Mark of the installation, for a router in front of several; empty for one. */
  readonly cell: string;
  /** The project's public handle, eight characters. */
  readonly handle: string;
  readonly contactId: string | null;
  readonly emailId: string | null;
  readonly linkId: string | null;
}

const purposes: readonly LinkPurpose[] = ['unsubscribe', 'subscribe', 'manage', 'view', 'open', 'click'];
const ids = ['contactId', 'emailId', 'linkId'] as const;
const tagBytes = 16;
const form = /^1([a-z0-9]{0,8})-([a-z2-7]{8})([\w-]{24,92})$/;

/**
 * `1<cell>-<handle>` in plain letters, for a router, then base64url: key number, purpose, ids and a 128-bit tag over all
 * of it. The whole stays in the alphabet of base64url: 77 characters with two ids and no cell.
 */
export function signRecipientToken(token: RecipientToken, keys: TokenKeys): string {
  const [{ number, key }] = keys;
  const prefix = `1${token.cell}-${token.handle}`;
  const content = Buffer.concat([Buffer.from([number, kindOf(token)]), ...ids.flatMap((name) => bytesOf(token[name]))]);
  return prefix + Buffer.concat([content, tagOf(prefix, content, key)]).toString('base64url');
}

/** What was signed for this purpose, or null for anything else. */
export function readRecipientToken(text: string, purpose: LinkPurpose, keys: TokenKeys): RecipientToken | null {
  const [, cell = '', handle = '', rest = ''] = form.exec(text) ?? [];
  const bytes = Buffer.from(rest, 'base64url');
  // Why: the last character has spare bits; only the spelling that we write is accepted.
  if (rest === '' || bytes.toString('base64url') !== rest) return null;
  const content = bytes.subarray(0, -tagBytes);
  const tag = bytes.subarray(-tagBytes);
  const signers = keys.filter(({ number }) => number === content[0]);
  if (!signers.some(({ key }) => timingSafeEqual(tag, tagOf(`1${cell}-${handle}`, content, key)))) return null;
  return purposes[(content[1] ?? 0) >> 3] === purpose ? { purpose, cell, handle, ...idsOf(content) } : null;
}

/** Purpose in the upper bits; the lower three say which ids follow. */
const kindOf = (token: RecipientToken): number =>
  (purposes.indexOf(token.purpose) << 3) |
  ids.reduce((bits, name, index) => (token[name] === null ? bits : bits | (1 << index)), 0);

const bytesOf = (id: string | null): Buffer[] => (id === null ? [] : [Buffer.from(id.replaceAll('-', ''), 'hex')]);

const tagOf = (prefix: string, content: Buffer, key: Buffer): Buffer =>
  createHmac('sha256', key).update(prefix).update(content).digest().subarray(0, tagBytes);

/** The token is signed by us, so there are as many ids as the bits say. */
function idsOf(content: Buffer): Pick<RecipientToken, (typeof ids)[number]> {
  const bits = content[1] ?? 0;
  let start = 2;
  const next = (bit: number): string | null => {
    if ((bits & (1 << bit)) === 0) return null;
    start += 16;
    const hex = content.subarray(start - 16, start).toString('hex');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  };
  return { contactId: next(0), emailId: next(1), linkId: next(2) };
}
