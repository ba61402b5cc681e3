import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';

export interface DkimKeyPair {
  /** Base64 of the key alone, as DNS holds it. */
  readonly publicKey: string;
  /** PEM. */
  readonly privateKey: string;
}

const generate = promisify(generateKeyPair);

/** A new RSA key of 2048 bits, made in a thread of Node's pool; one at a time, because each occupies that thread for long. */
export function makeDkimKey(): Promise<DkimKeyPair> {
  const made = last.then(generateNow, generateNow);
  last = made;
  return made;
}

let last: Promise<unknown> = Promise.resolve();

async function generateNow(): Promise<DkimKeyPair> {
  const { publicKey, privateKey } = await generate('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return { publicKey: publicKey.toString('base64'), privateKey };
}
