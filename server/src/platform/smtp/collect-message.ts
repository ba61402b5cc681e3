import type { SMTPServerDataStream } from 'smtp-server';
import type { HeldBytes } from '#platform/budget';
import { type SmtpRefusal, smtpRefusal } from './smtp-refusal.ts';

export interface CollectedMessage {
  /** The whole message, or its beginning where no more is needed. */
  readonly raw: Buffer;
  readonly size: number;
}

export interface CollectLimits {
  readonly maxBytes: number;
  readonly maxKept: number;
  /** Part of what all connections of a process share. The caller gives it back when the message is dealt with. */
  readonly held: HeldBytes;
  /** Ends the connection of a client that sends too much or too slowly. */
  disconnect(): void;
}

const longestMs = 300_000;

/**
 * Reads a message up to its final dot. A message that is too large is read to the end and dropped, because the client reads a
 * refusal only after the dot. A connection that ends before the dot has no effect.
 */
export function collectMessage(stream: SMTPServerDataStream, limits: CollectLimits): Promise<CollectedMessage> {
  const { maxBytes, maxKept, held, disconnect } = limits;
  const { promise, resolve, reject } = Promise.withResolvers<CollectedMessage>();
  const chunks: Buffer[] = [];
  let refusal: SmtpRefusal | null = null;
  let size = 0;
  const timer = setTimeout(disconnect, longestMs);
  const forget = (): void => {
    chunks.length = 0;
    held.giveBack();
  };
  stream.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > 2 * maxBytes) return disconnect();
    if (size > maxBytes) refusal ??= smtpRefusal(552, '5.3.4', 'Message too large');
    const part = chunk.subarray(0, maxKept - held.bytes);
    if (!refusal && !held.tryGrow(part.length))
      refusal = smtpRefusal(451, '4.3.1', 'Too much mail at once, try again later');
    if (refusal) return forget();
    chunks.push(part);
  });
  stream.on('end', () => {
    if (refusal) reject(refusal);
    else resolve({ raw: Buffer.concat(chunks), size });
  });
  stream.on('error', reject);
  return promise.finally(() => {
    clearTimeout(timer);
    chunks.length = 0;
  });
}
