import { type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { headerFieldsOf } from '#pure/message';
import { bodyHash } from './body-hash.ts';

export interface DkimKey {
  readonly domain: string;
  readonly selector: string;
  /** RSA, 2048 bit. Parsed once and kept, because parsing a key costs as much as signing. */
  readonly privateKey: KeyObject;
}

const signAsync = promisify(sign);

/** Signed when present, in this order. */
const signed = [
  'from',
  'reply-to',
  'subject',
  'date',
  'message-id',
  'to',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
  'in-reply-to',
  'references',
  'list-id',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'feedback-id',
  'auto-submitted',
];

/** Signed once more than they occur, so that another one cannot be added (RFC 6376, 8.15). */
const oversigned = ['from', 'reply-to', 'subject', 'date', 'to'];

/**
 * Puts a DKIM signature (relaxed/relaxed, RSA-SHA256) before a finished message.
 * Why not the mail library's: it cannot sign a field more often than it occurs, and parses the key again for each mail.
 */
export async function signMessage(message: Buffer, key: DkimKey): Promise<Buffer> {
  const end = message.indexOf('\r\n\r\n');
  const fields = headerFieldsOf(message.subarray(0, end + 2));
  if (end < 0 || typeof fields === 'string') throw new Error('only a well-formed message can be signed');
  const byName = new Map(fields.map((field) => [field.name, field.value])); // each signed field occurs once
  const present = signed.filter((name) => byName.has(name));
  const listed = [...present, ...oversigned];
  const head = `DKIM-Signature: ${tags(key, listed, await bodyHash(message.subarray(end + 4)))}`;

  const lines = present.map((name) => `${name}:${relaxed(byName.get(name) ?? '')}\r\n`);
  const data = `${lines.join('')}dkim-signature:${relaxed(head.slice(head.indexOf(':') + 1))}`;
  const signature = (await signAsync('sha256', Buffer.from(data, 'latin1'), key.privateKey)).toString('base64');
  return Buffer.concat([Buffer.from(`${head}${folded(signature)}\r\n`), message]);
}

function tags(key: DkimKey, fields: readonly string[], hash: string): string {
  const names = fields.join(':').replace(/(.{50,70}?:)/g, '$1\r\n  ');
  return `v=1; a=rsa-sha256; c=relaxed/relaxed; d=${key.domain};\r\n s=${key.selector}; h=${names};\r\n bh=${hash};\r\n b=`;
}

const folded = (signature: string): string => signature.replace(/(.{70})(?=.)/g, '$1\r\n  ');

/** RFC 6376, 3.4.2, of an unfolded or folded value. */
const relaxed = (value: string): string =>
  value
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
    .replace(/^ | $/g, '');
