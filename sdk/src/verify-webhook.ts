/** A call to your own endpoint that was made by your Postrider instance, and is not a copy of an old one. */
export interface VerifiedWebhook {
  /** The same on every attempt: keep it to drop copies. */
  readonly id: string;
  readonly sentAt: Date;
  readonly body: string;
  /** The body, parsed. */
  json<T = unknown>(): T;
}

export interface WebhookToVerify {
  /** The body as it was received, before anything parsed it: JSON that is written again has other bytes. */
  readonly body: string | Uint8Array;
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** `whsec_…`; several while an old secret is replaced. */
  readonly secret: string | readonly string[];
  /** How far the sender's clock may be from ours; 300 s unless given. */
  readonly toleranceSeconds?: number;
  readonly now?: Date;
}

/** The request is not from the instance, was changed on its way, or is too old. */
export class WebhookVerificationError extends Error {
  readonly reason: 'headers' | 'time' | 'signature';

  constructor(reason: WebhookVerificationError['reason'], message: string) {
    super(message);
    this.name = 'WebhookVerificationError';
    this.reason = reason;
  }
}

/** Checks the signature of the Standard Webhooks format and the age of the request. */
export async function verifyWebhook(webhook: WebhookToVerify): Promise<VerifiedWebhook> {
  const { headers, toleranceSeconds = 300, now = new Date() } = webhook;
  const [id, timestamp, given] = names.map((name) => headerOf(headers, name));
  if (!id || !timestamp || !given)
    throw new WebhookVerificationError('headers', `The request lacks one of ${names.join(', ')}.`);
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  if (!(Math.abs(now.getTime() / 1_000 - seconds) <= toleranceSeconds)) {
    throw new WebhookVerificationError('time', `The time of the request is more than ${toleranceSeconds} s from now.`);
  }
  const body = typeof webhook.body === 'string' ? new TextEncoder().encode(webhook.body) : webhook.body;
  if (!(await isSigned(webhook.secret, given, joined(new TextEncoder().encode(`${id}.${timestamp}.`), body)))) {
    throw new WebhookVerificationError(
      'signature',
      'No signature of the request fits a secret. Was the body parsed before?',
    );
  }
  const text = new TextDecoder().decode(body);
  return { id, sentAt: new Date(seconds * 1_000), body: text, json: () => JSON.parse(text) };
}

const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

function headerOf(headers: WebhookToVerify['headers'], name: string): string | undefined {
  // Why not instanceof: other versions of fetch have classes of their own.
  if (isHeaders(headers)) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : found?.join(' ');
}

const isHeaders = (headers: WebhookToVerify['headers']): headers is Pick<Headers, 'get'> & typeof headers =>
  typeof headers.get === 'function';

/** Every secret with every signature. WebCrypto compares in constant time. */
async function isSigned(secret: string | readonly string[], given: string, content: Bytes): Promise<boolean> {
  const signatures = given.split(' ').flatMap((text) => (text.startsWith('v1,') ? [bytesOf(text.slice(3))] : []));
  for (const one of typeof secret === 'string' ? [secret] : secret) {
    const key = await keyOf(one);
    for (const signature of signatures) {
      if (signature && (await crypto.subtle.verify('HMAC', key, signature, content))) return true;
    }
  }
  return false;
}

function keyOf(secret: string): Promise<CryptoKey> {
  const key = secret.startsWith('whsec_') ? bytesOf(secret.slice(6)) : null;
  if (!key || key.length < 24) throw new TypeError('a webhook secret is whsec_ and at least 24 bytes in base64');
  return crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

type Bytes = Uint8Array<ArrayBuffer>;

/** Null for text that is not base64. */
function bytesOf(base64: string): Bytes | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function joined(first: Uint8Array, second: Uint8Array): Bytes {
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}
