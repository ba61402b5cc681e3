import { Agent } from 'node:http';
import { bearer, type Call, type Client, type Connection, clientOf, type Reply } from '../../server/testing/client.ts';
import { sendPlanted } from '../../server/testing/log-search.ts';
import { sleep } from './fault-run.ts';

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
  await inParallel([...calls.entries()], atOnce, async ([index, [url, call]]) => {
    replies[index] = await trySend(url, call, { agent });
  });
  agent.destroy();
  return replies;
}

/** Does something with each item, `atOnce` of them at a time. */
export async function inParallel<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const waiting = items.values();
  const worker = async (): Promise<void> => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/**
 * A caller whose requests are sent until they are taken, whatever is killed or busy meanwhile. What a killed process has done all the same
 * is then done twice, as by any caller who repeats. `url` is empty while there is no process.
 */
export const insistentClient = (url: () => string, key: string): Client =>
  clientOf((call) => sendUntilTaken(url, call), bearer(key));

async function sendUntilTaken(url: () => string, call: Call): Promise<Reply> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const reply = url() === '' ? null : await trySend(url(), call);
    if (reply && reply.status < 500 && reply.status !== 429) return reply;
    await sleep(0.2);
  }
  throw new Error(`${call.method} ${call.path} was not taken`);
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
