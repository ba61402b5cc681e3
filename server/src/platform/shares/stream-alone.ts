import { Readable } from 'node:stream';
import type { Shares } from './shares.ts';

/**
 * A text that is made while it is read, in a slot of its owner: given back when it was read, when it fails and when its reader is gone.
 * Throws NoFreeSlot at once when the owner has none.
 */
export async function streamAlone(slots: Shares, owner: string, parts: () => AsyncIterable<string>): Promise<Readable> {
  const giveBack = await slots.take(owner, { maxWaiting: 0 });
  const stream = Readable.from(parts(), { objectMode: false });
  stream.once('close', giveBack);
  return stream;
}
