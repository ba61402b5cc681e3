import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import type { Refusal } from '#platform/refusals';
import { holdsMoreThan } from './holds-more-than.ts';
import type { HeldRoom } from './large-bodies.ts';
import { BodyTooLarge, UnreadableBody } from './refusals.ts';

const megabyte = 1024 * 1024;

/**
 * What a JSON body may hold, whatever its size: honest ones have a few thousand values, and what is large in them is text.
 * Why: eight megabytes of `{}` become six hundred when they are read.
 */
const most = { values: 100_000, depth: 32, outsideTextBytes: 4 * megabyte } as const;

interface SizeLimit {
  readonly bytes: number;
  readonly refusal: Refusal;
}

interface CollectOptions {
  readonly isJson: boolean;
  readonly room: HeldRoom | undefined;
  /** A limit below the route's own. */
  readonly lower: SizeLimit | undefined;
}

/** Reads a body as text. A large one takes room as it arrives, and lets other requests have their turn between the steps. */
export async function collectBody(request: FastifyRequest, { isJson, room, lower }: CollectOptions): Promise<string> {
  const limit = request.routeOptions.bodyLimit ?? megabyte;
  const limits = [{ bytes: limit, refusal: BodyTooLarge(limit) }, ...(lower ? [lower] : [])];
  const bytes = await collect(request.raw, limits, room);
  const isLarge = bytes.length > megabyte;
  if (isLarge) await nextTurn();
  if (isJson && bytes.length > most.values && holdsMoreThan(bytes, most)) throw UnreadableBody();
  const text = bytes.toString('utf8');
  if (isLarge) await nextTurn();
  return text;
}

function collect(raw: IncomingMessage, limits: readonly SizeLimit[], room: HeldRoom | undefined): Promise<Buffer> {
  const passed = (bytes: number): SizeLimit | undefined => limits.find((limit) => bytes > limit.bytes);
  const stated = passed(Number(raw.headers['content-length'] ?? 0));
  if (stated) return Promise.reject(stated.refusal);
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
      const limit = passed(received);
      if (limit) end(limit.refusal);
      else takeRoom();
    };
    const takeRoom = (): void => {
      if (!room || received <= megabyte) return;
      raw.pause();
      room.grow(received).then(
        () => raw.resume(),
        (error: Error) => end(error),
      ); // it refuses, or resolves
    };
    const onEnd = (): void => end();
    const onBroken = (): void => end(UnreadableBody()); // the caller is gone
    raw.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken);
  });
}
