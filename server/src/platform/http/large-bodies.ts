import { ByteBudget, type HeldBytes } from '#platform/budget';
import { limits } from '#pure/limits';
import { Overloaded } from './refusals.ts';

const megabyte = 1024 * 1024;
const maxWaitMs = 1_000;

/** Limits the bytes of bodies over 1 MB that one process holds at once (D-603); a project has half while another one waits. */
export const largeBodies = (): ByteBudget =>
  new ByteBudget({ maxBytes: limits.largeBodyBytesPerProcess, maxPerOwner: limits.largeBodyBytesPerProject });

/** Reserves whole megabytes for what has arrived of a body; waits a second at most. The first megabyte is not counted. */
export async function holdBody(held: HeldBytes, received: number): Promise<void> {
  if (received <= Math.max(held.bytes, megabyte)) return;
  const more = Math.ceil(received / megabyte) * megabyte - held.bytes;
  if (!(await held.grow(more, { withinMs: maxWaitMs }))) throw Overloaded('large bodies', 5);
}
