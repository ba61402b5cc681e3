import { setTimeout as delay } from 'node:timers/promises';
import type { Reply } from './client.ts';

/** Less than a test may take, so that an instance that never has room is seen by its reply. */
const longestMs = 40_000;

/**
 * Calls again while the instance replies that it has too many requests at once: no transaction of the call was committed then, and it
 * says so to several calls of one project whenever the machine is busy. Clients of tests do this; those of a test about it
 * (`plantedClient`) do not.
 */
export async function unlessBusy(call: () => Promise<Reply>): Promise<Reply> {
  const began = performance.now();
  let reply = await call();
  while (isBusy(reply) && performance.now() - began < longestMs) {
    await delay(100);
    reply = await call();
  }
  return reply;
}

const isBusy = ({ status, body }: Reply): boolean =>
  status === 503 && body?.error?.message === 'Too many requests at once.';
