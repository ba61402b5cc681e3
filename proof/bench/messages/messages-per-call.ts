import { setTimeout as wait } from 'node:timers/promises';
import type { CountingProxy } from './counting-proxy.ts';
import type { MessageCounts } from './frontend-messages.ts';

/**
 * Messages that one call sends to PostgreSQL: calls one after the other, less what the same process sends in as long a time
 * without calls. The calls before `warmUp` are not counted: a process that has just started still opens connections.
 */
export async function messagesPerCall(
  proxy: CountingProxy,
  call: () => Promise<void>,
  { warmUp = 20, calls = 50 } = {},
): Promise<MessageCounts> {
  for (let count = 0; count < warmUp; count += 1) await call();
  await wait(500); // Why: what the warm-up left to do is not the next calls' work
  const began = performance.now();
  const before = proxy.counts();
  for (let count = 0; count < calls; count += 1) await call();
  await wait(500); // Why: work after the reply belongs to the call
  const busy = difference(proxy.counts(), before);
  const milliseconds = performance.now() - began;
  const quiet = proxy.counts();
  await wait(milliseconds);
  const idle = difference(proxy.counts(), quiet);
  return {
    roundTrips: (busy.roundTrips - idle.roundTrips) / calls,
    statements: (busy.statements - idle.statements) / calls,
  };
}

const difference = (later: MessageCounts, earlier: MessageCounts): MessageCounts => ({
  roundTrips: later.roundTrips - earlier.roundTrips,
  statements: later.statements - earlier.statements,
});
