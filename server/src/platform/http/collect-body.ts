import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import type { HeldBytes } from '#platform/budget';
import type { Refusal } from '#platform/refusals';
import { limits } from '#pure/limits';
import { holdsMoreThan } from './holds-more-than.ts';
import { holdBody } from './large-bodies.ts';
import { BodyTooLarge, UnreadableBody } from './refusals.ts';

/**
 * What a JSON body may contain, whatever its size: honest ones have a few thousand values, and their large parts are text.
 * Why: eight megabytes of `{}` become six hundred when they are parsed.
 */
const max = {
  values: limits.jsonValues,
  depth: limits.jsonLevels,
  outsideTextBytes: limits.jsonBytesOutsideTexts,
} as const;

interface SizeLimit {
  readonly bytes: number;
  /** Made when it is needed: an error costs more than the rest of the check. */
  readonly refusal: () => Refusal;
}

interface CollectOptions {
  readonly isJson: boolean;
  readonly held: HeldBytes | undefined;
  /** A limit below the route's own. */
  readonly lower: SizeLimit | undefined;
}

/** Reads a body as text. A large one reserves bytes as it arrives, and yields to other requests between the steps. */
export async function collectBody(request: FastifyRequest, { isJson, held, lower }: CollectOptions): Promise<string> {
  const limit = request.routeOptions.bodyLimit ?? limits.bodyBytes;
  const sizes = [{ bytes: limit, refusal: () => BodyTooLarge(limit) }, ...(lower ? [lower] : [])];
  const bytes = await collect(request.raw, sizes, held);
  const isLarge = bytes.length > limits.bodyBytes;
  if (isLarge) await nextTurn();
  if (isJson && bytes.length > max.values && holdsMoreThan(bytes, max)) throw UnreadableBody();
  const text = bytes.toString('utf8');
  if (isLarge) await nextTurn();
  return text;
}

function collect(raw: IncomingMessage, sizes: readonly SizeLimit[], held: HeldBytes | undefined): Promise<Buffer> {
  const exceeded = (bytes: number): SizeLimit | undefined => sizes.find((limit) => bytes > limit.bytes);
  const stated = exceeded(Number(raw.headers['content-length'] ?? 0));
  if (stated) return Promise.reject(stated.refusal());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let received = 0;
    const end = (error?: Error): void => {
      raw.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken);
      if (error) reject(error);
      else resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, received));
    };
    const onData = (chunk: Buffer): void => {
      received += chunk.length;
      chunks.push(chunk);
      const limit = exceeded(received);
      if (limit) end(limit.refusal());
      else holdReceived();
    };
    const holdReceived = (): void => {
      if (!held || received <= limits.bodyBytes) return;
      raw.pause();
      holdBody(held, received).then(
        () => raw.resume(),
        (error: Error) => end(error),
      );
    };
    const onEnd = (): void => end();
    const onBroken = (): void => end(UnreadableBody()); // the caller is gone
    raw.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken);
  });
}
