import { Agent } from 'node:http';
import type { Call, Connection, Reply } from '../../server/testing/client.ts';
import { sendPlanted } from '../../server/testing/log-search.ts';

/** Returns the reply, or null when the connection broke before one came. */
export const trySend = (url: string, call: Call, connection: Connection = {}): Promise<Reply | null> =>
  sendPlanted(url, call, connection).catch((error: unknown) => {
    if (error instanceof SyntaxError) throw error; // a reply came, but its JSON is broken
    return null;
  });

/** Sends calls to processes, `atOnce` of them at a time, and returns the replies in order. */
export async function sendAll(
  calls: readonly (readonly [url: string, call: Call])[],
  atOnce: number,
): Promise<(Reply | null)[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const replies: (Reply | null)[] = [];
  const waiting = calls.entries();
  const worker = async (): Promise<void> => {
    for (const [index, [url, call]] of waiting) replies[index] = await trySend(url, call, { agent });
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  agent.destroy();
  return replies;
}

/** How often each status came; `broken` for connections without one. */
export function tally(responses: readonly (Pick<Reply, 'status'> | null)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const response of responses) {
    const word = response ? String(response.status) : 'broken';
    counts[word] = (counts[word] ?? 0) + 1;
  }
  return counts;
}
