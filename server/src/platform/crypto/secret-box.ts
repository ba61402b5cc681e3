import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeyRing, RingKey } from './key-ring.ts';

/** A sealed value that no key of the ring opens: its key is not listed, or the value was changed or moved. */
export class SealUnreadable extends Error {
  override readonly name = 'SealUnreadable';
}

/** Encrypts a stored secret: key id, nonce, tag and text in one value, bound to `context` (for example a row's id). */
export function seal([current]: KeyRing, plain: string, context: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', current.key, nonce).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return [markOf(current), ...[nonce, cipher.getAuthTag(), body].map((part) => part.toString('base64url'))].join('.');
}

/** The prefix of values sealed with the first key; values with another prefix are to be sealed again. */
export const currentMark = ([current]: KeyRing): string => markOf(current);

/** Throws `SealUnreadable` when the value was changed, or belongs to another context or a key that is not in the ring. */
export function open(ring: KeyRing, sealed: string, context: string): string {
  const [mark = '', nonce, tag, body] = sealed.split('.');
  if (!nonce || !tag || body === undefined) throw new SealUnreadable('not a sealed value');
  // Values of the first format do not name their key.
  const keys = mark === 'v1' ? ring : ring.filter((one) => markOf(one) === mark);
  for (const { key } of keys) {
    const plain = opened(key, { nonce, tag, body }, context);
    if (plain !== null) return plain;
  }
  throw new SealUnreadable(
    keys.length === 0 ? `its key (${mark.slice(0, 20)}) is not listed` : 'no listed key opens it',
  );
}

const markOf = ({ id }: RingKey): string => `v2-${id}`;

interface Parts {
  readonly nonce: string;
  readonly tag: string;
  readonly body: string;
}

function opened(key: Buffer, { nonce, tag, body }: Parts, context: string): string | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'), { authTagLength: 16 });
    decipher.setAAD(Buffer.from(context)).setAuthTag(Buffer.from(tag, 'base64url'));
    return Buffer.concat([decipher.update(Buffer.from(body, 'base64url')), decipher.final()]).toString('utf8');
  } catch {
    return null; // the tag does not match: another key, another context, or damage
  }
}
