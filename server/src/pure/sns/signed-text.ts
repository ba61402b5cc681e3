import { type KeyObject, verify } from 'node:crypto';
import type { SnsMessage } from './sns-message.ts';

/** The text that the service signs: names and values in the order of the names, a line each; the type decides which. */
export function signedText(message: SnsMessage): string {
  const { type, messageId, topicArn, timestamp } = message;
  const lines: readonly (readonly [string, string | null])[] =
    type === 'Notification'
      ? [
          ['Message', message.message],
          ['MessageId', messageId],
          ['Subject', message.subject],
          ['Timestamp', timestamp],
          ['TopicArn', topicArn],
          ['Type', type],
        ]
      : [
          ['Message', message.message],
          ['MessageId', messageId],
          ['SubscribeURL', message.subscribeUrl],
          ['Timestamp', timestamp],
          ['Token', message.token],
          ['TopicArn', topicArn],
          ['Type', type],
        ];
  return lines.map(([name, value]) => (value === null ? '' : `${name}\n${value}\n`)).join('');
}

/** Version 1 is signed over SHA-1, version 2 over SHA-256. */
export function isSignedBy(message: SnsMessage, key: KeyObject): boolean {
  const hash = message.signatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256';
  return verify(hash, Buffer.from(signedText(message)), key, Buffer.from(message.signature, 'base64'));
}
