import type { InstanceContext } from './context.ts';

/** Calls a dispatch function whose last argument is a batch size, and which returns how many rows it took, until one is not full. */
export async function dispatchInBatches(
  ctx: InstanceContext,
  name: string,
  args: readonly (string | number | boolean | null)[],
  batch: number,
): Promise<void> {
  for (let taken = batch; taken >= batch; ) {
    const [row] = await ctx.dispatch<Record<string, string>>(name, [...args, batch]);
    taken = Number(row?.[name] ?? 0);
  }
}
