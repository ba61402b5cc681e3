import type { Config } from '#platform/config';
import { base62, fromBase62, isSignedBy, keyRing, signWith } from '#platform/crypto';
import { type Id, readId } from '#platform/ids';

export type TokenPurpose = 'verify' | 'reset' | 'owner' | 'invitation';

const [idBytes, idLength] = [16, 22] as const; // 22 characters in both spellings
const pattern = /^(?:[a-z0-9]{1,8}\.)?([A-Za-z0-9_-]{65})$/;

/**
 * The secret of a link, derived from the id of its row: a task can write the mail knowing the id alone, and neither
 * the row nor the queue holds a secret. 256 bits of HMAC; the row says whether it is unused and not expired. Letters and
 * digits, because a mail program may take a dash at the end of a line for punctuation.
 */
export function makeToken(config: Config, purpose: TokenPurpose, id: string): string {
  const mark = config.CELL ? `${config.CELL}.` : '';
  const signature = signWith(keyRing(config, `token:${purpose}`), id);
  return `${mark}${base62(Buffer.from(id.replaceAll('-', ''), 'hex'))}${base62(signature)}`;
}

/** The id of the token's row, or null when we did not make it for this purpose. */
export function readToken<Kind extends string>(config: Config, purpose: TokenPurpose, token: string): Id<Kind> | null {
  const body = pattern.exec(token)?.[1];
  if (!body) return null;
  const ring = keyRing(config, `token:${purpose}`);
  for (const { idOf, encode } of encodings) {
    const id = readId<Kind>(idOf(body.slice(0, idLength)));
    if (id && isSignedBy(ring, id, body.slice(idLength), encode)) return id;
  }
  return null;
}

/** The encoding of tokens now, and that of links mailed by earlier versions. */
const encodings = [
  { idOf: (text: string) => uuidOf(fromBase62(text, idBytes)), encode: base62 },
  {
    idOf: (text: string) => uuidOf(Buffer.from(text, 'base64url')),
    encode: (bytes: Buffer) => bytes.toString('base64url'),
  },
] as const;

const uuidOf = (bytes: Buffer | null): string =>
  bytes?.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') ?? '';
