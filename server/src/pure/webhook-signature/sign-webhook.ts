import { createHmac } from 'node:crypto';

export interface WebhookToSign {
  /** The same on every attempt; receivers use it to drop copies. */
  readonly id: string;
  readonly sentAt: Date;
  /** The bytes that are sent, not a second rendering of them. */
  readonly body: string | Uint8Array;
  /** `whsec_` and base64; the newest first. Two while an old secret is still valid. */
  readonly secrets: readonly string[];
}

export type WebhookHeaders = Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>>;

/** The three headers of the Standard Webhooks format (D-916): a signature for each secret, with spaces between them. */
export function signWebhook({ id, sentAt, body, secrets }: WebhookToSign): WebhookHeaders {
  const timestamp = String(Math.floor(sentAt.getTime() / 1_000));
  const signatures = secrets.map((secret) => {
    const digest = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`).update(body).digest('base64');
    return `v1,${digest}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

const form = /^whsec_([A-Za-z0-9+/]{32,88}={0,2})$/;

/** The key is the decoded text: 24 to 64 bytes, as the format demands. */
function keyOf(secret: string): Buffer {
  const key = Buffer.from(form.exec(secret)?.[1] ?? '', 'base64');
  if (key.length < 24 || key.length > 64) throw new Error('a webhook secret is whsec_ and 24 to 64 bytes in base64');
  return key;
}
