const types = ['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation'] as const;

/** A message of Amazon's notification service as it is posted to us. Nothing in it is trusted unverified. */
export interface SnsMessage {
  readonly type: (typeof types)[number];
  readonly messageId: string;
  readonly topicArn: string;
  readonly message: string;
  readonly subject: string | null;
  readonly timestamp: string;
  readonly signatureVersion: '1' | '2';
  readonly signature: string;
  readonly signingCertUrl: string;
  /** Only in confirmations. */
  readonly subscribeUrl: string | null;
  readonly token: string | null;
}

const messageIdForm = /^[\w-]{1,100}$/;

/** The message in a body, or null for anything that is none. */
export function readSnsMessage(body: string): SnsMessage | null {
  const fields = fieldsOf(body);
  if (!fields) return null;
  const text = (name: string): string | null => {
    const value = Object.hasOwn(fields, name) ? fields[name] : null;
    return typeof value === 'string' ? value : null;
  };
  const type = types.find((name) => name === text('Type'));
  const [messageId, topicArn, message] = [text('MessageId'), text('TopicArn'), text('Message')];
  const [timestamp, signature, signingCertUrl] = [text('Timestamp'), text('Signature'), text('SigningCertURL')];
  const signatureVersion = text('SignatureVersion');
  if (!type || !topicArn || message === null || !timestamp || !signature || !signingCertUrl) return null;
  if (!messageId || !messageIdForm.test(messageId)) return null;
  if (signatureVersion !== '1' && signatureVersion !== '2') return null;
  const [subscribeUrl, token] = [text('SubscribeURL'), text('Token')];
  if (type !== 'Notification' && (!subscribeUrl || !token)) return null;
  const signed = { type, messageId, topicArn, message, subject: text('Subject'), timestamp, subscribeUrl, token };
  return { ...signed, signatureVersion, signature, signingCertUrl };
}

/** Only the topic: it is checked before anything else of a body is read. */
export function topicIn(body: string): string | null {
  const fields = fieldsOf(body);
  const topic = fields && Object.hasOwn(fields, 'TopicArn') ? fields.TopicArn : null;
  return typeof topic === 'string' ? topic : null;
}

function fieldsOf(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    return value as Record<string, unknown>; // an object, checked above
  } catch {
    return null;
  }
}
