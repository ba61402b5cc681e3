import type { Config } from '#platform/config';
import { deriveKey, equalInConstantTime, sign } from '#platform/crypto';
import type { Id } from '#platform/ids';
import { readId } from '#platform/ids';

export type TokenPurpose = 'verify' | 'reset' | 'owner' | 'invitation';

const idLength = 22; // 16 bytes in base64url
const form = /^(?:[a-z0-9]{1,8}\.)?([A-Za-z0-9_-]{65})$/;

/**
 * The secret of a link, derived from the id of its row: a task can write the mail knowing the id alone, and neither
 * the row nor the queue holds a secret. 256 bits of HMAC; whether it is unused and in time, the row says.
 */
export function makeToken(config: Config, purpose: TokenPurpose, id: string): string {
  const mark = config.CELL ? `${config.CELL}.` : '';
  return `${mark}${Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')}${signature(config, purpose, id)}`;
}

/** The row a token stands for, or null when we did not make it for this purpose. */
export function readToken<Kind extends string>(config: Config, purpose: TokenPurpose, token: string): Id<Kind> | null {
  const body = form.exec(token)?.[1];
  if (!body) return null;
  const hex = Buffer.from(body.slice(0, idLength), 'base64url').toString('hex');
  const id = readId<Kind>(hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'));
  if (!id || !equalInConstantTime(body.slice(idLength), signature(config, purpose, id))) return null;
  return id;
}

const signature = ({ SECRET_KEY }: Config, purpose: TokenPurpose, id: string): string =>
  sign(deriveKey(SECRET_KEY, `token:${purpose}`), id);
