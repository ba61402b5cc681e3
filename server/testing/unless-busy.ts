import { setTimeout as delay } from 'node:timers/promises';
import type { Reply } from './client.ts';

/** Calls again while the instance replies that it has too much to do at once: it has done nothing then. */
export async function unlessBusy(call: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    const reply = await call();
    if (reply.status !== 503 || reply.body.error.code !== 'OVERLOADED') return reply;
    await delay(100);
  }
}
