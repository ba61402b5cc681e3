import type { SMTPServerDataStream } from 'smtp-server';
import type { SmtpRefusal } from './smtp-refusal.ts';
import { smtpRefusal } from './smtp-refusal.ts';

export interface Collected {
  /** The whole message, or its beginning where no more is needed. */
  readonly raw: Buffer;
  readonly size: number;
}

/** What all connections of a process hold at this moment. */
export interface MessageBudget {
  held: number;
}

export interface CollectLimits {
  readonly mostBytes: number;
  readonly mostKept: number;
  readonly budget: MessageBudget;
  /** Ends the connection of somebody who does not stop. */
  hangUp(): void;
}

const mostHeld = 67_108_864;
const longestMs = 300_000;

/**
 * Reads a message up to its final dot. What is too large is read on and thrown away, because a refusal is heard only after
 * the dot. A connection that ends before the dot has brought nothing.
 */
export function collectMessage(stream: SMTPServerDataStream, limits: CollectLimits): Promise<Collected> {
  const { mostBytes, mostKept, budget, hangUp } = limits;
  const { promise, resolve, reject } = Promise.withResolvers<Collected>();
  const chunks: Buffer[] = [];
  let refusal: SmtpRefusal | null = null;
  let [size, kept] = [0, 0];
  const timer = setTimeout(hangUp, longestMs);
  const forget = (): void => {
    chunks.length = 0;
    budget.held -= kept;
    kept = 0;
  };
  stream.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > 2 * mostBytes) return hangUp();
    if (size > mostBytes) refusal ??= smtpRefusal(552, '5.3.4', 'Message too large');
    else if (budget.held + chunk.length > mostHeld)
      refusal ??= smtpRefusal(451, '4.3.1', 'Too much mail at once, try again later');
    if (refusal) return forget();
    const part = chunk.subarray(0, mostKept - kept);
    chunks.push(part);
    kept += part.length;
    budget.held += part.length;
  });
  stream.on('end', () => {
    if (refusal) reject(refusal);
    else resolve({ raw: Buffer.concat(chunks), size });
  });
  stream.on('error', reject);
  return promise.finally(() => {
    clearTimeout(timer);
    forget();
  });
}
