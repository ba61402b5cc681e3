import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#platform/config';
import type { Cellar } from '#platform/context';
import type { RunningListener } from '#platform/feature';
import type { RunningSpools } from '#platform/spool';
import { closeCellar } from './cellar.ts';

/** What a process has open. */
export interface OpenParts {
  readonly cellar: Cellar;
  readonly stopping: AbortController;
  readonly api: FastifyInstance | null;
  readonly listeners: readonly RunningListener[];
  readonly spools: RunningSpools | null;
  readonly teller: { stop(): void };
}

const productionDrainSeconds = 5;
/** What is left for connections, threads and pools once every part had its SHUTDOWN_SECONDS. */
const closingSeconds = 10;

/** After so long a process that still lives ends by force. */
export const mostStopSeconds = (config: Config): number =>
  drainSeconds(config) + config.SHUTDOWN_SECONDS + closingSeconds;

/**
 * Stops a process whose readiness is red already: a pause in which routers notice, then every part at the same time, and
 * last what they all stand on. No part waits for another: a slow request must not cost the hand-overs their time.
 */
export async function stopApp({ cellar, stopping, api, listeners, spools, teller }: OpenParts): Promise<void> {
  const { config, queue } = cellar;
  const isReached = api !== null || listeners.length > 0;
  if (isReached) await delay(drainSeconds(config) * 1_000);
  const mostMs = config.SHUTDOWN_SECONDS * 1_000;
  stopping.abort();
  const ended = await Promise.allSettled([
    ...listeners.map((listener) => within(mostMs, listener.stop())),
    api && closeApi(api, mostMs),
    spools?.stop(),
    queue.drain(mostMs),
  ]);
  teller.stop();
  await closeCellar(cellar);
  const failures = ended.flatMap((end): unknown[] => (end.status === 'rejected' ? [end.reason] : []));
  if (failures.length > 0) throw new AggregateError(failures, 'a part did not stop in order');
}

const drainSeconds = ({ DRAIN_SECONDS, ENVIRONMENT }: Config): number =>
  DRAIN_SECONDS ?? (ENVIRONMENT === 'production' ? productionDrainSeconds : 0);

/** Lets open requests end; those that take too long lose their connection. */
async function closeApi(api: FastifyInstance, mostMs: number): Promise<void> {
  const timer = setTimeout(() => api.server.closeAllConnections(), mostMs);
  await api.close();
  clearTimeout(timer);
}

const within = (milliseconds: number, work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, delay(milliseconds, undefined, { ref: false })]);
