import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#platform/config';
import type { RunningPortListener } from '#platform/feature';
import type { RunningSpools } from '#platform/spool';
import { type AppServices, closeServices } from './services.ts';

/** The open parts of a process. */
export interface OpenParts {
  readonly services: AppServices;
  readonly stopping: AbortController;
  readonly api: FastifyInstance | null;
  readonly requestLog: { stop(): Promise<void> } | null;
  readonly listeners: readonly RunningPortListener[];
  readonly spools: Pick<RunningSpools, 'stop'> | null;
  readonly notifier: { stop(): void };
}

const productionDrainSeconds = 5;
/** Time to close connections, threads and pools after every part has had its SHUTDOWN_SECONDS. */
const closingSeconds = 10;

/** After this time a process that still runs is ended by force. */
export const maxStopSeconds = (config: Config): number =>
  drainSeconds(config) + config.SHUTDOWN_SECONDS + closingSeconds;

/**
 * Stops a process whose readiness already fails: a pause in which routers notice, then every part at the same time, and last
 * the services they share. No part waits for another: a slow request must not take the time of the hand-overs.
 */
export async function stopApp({
  services,
  stopping,
  api,
  requestLog,
  listeners,
  spools,
  notifier,
}: OpenParts): Promise<void> {
  const { config, queue } = services;
  const isReached = api !== null || listeners.length > 0;
  if (isReached) await delay(drainSeconds(config) * 1_000);
  const maxMs = config.SHUTDOWN_SECONDS * 1_000;
  stopping.abort();
  const ended = await Promise.allSettled([
    ...listeners.map((listener) => within(maxMs, listener.stop())),
    api && closeApi(api, maxMs),
    spools?.stop(),
    queue.drain(maxMs),
  ]);
  notifier.stop();
  if (requestLog) await within(maxMs, requestLog.stop());
  await closeServices(services);
  const failures = ended.flatMap((end): unknown[] => (end.status === 'rejected' ? [end.reason] : []));
  if (failures.length > 0) throw new AggregateError(failures, 'a part did not stop in order');
}

const drainSeconds = ({ DRAIN_SECONDS, ENVIRONMENT }: Config): number =>
  DRAIN_SECONDS ?? (ENVIRONMENT === 'production' ? productionDrainSeconds : 0);

/** Lets open requests finish; those that take too long lose their connection. */
async function closeApi(api: FastifyInstance, maxMs: number): Promise<void> {
  const timer = setTimeout(() => api.server.closeAllConnections(), maxMs);
  await api.close();
  clearTimeout(timer);
}

const within = (milliseconds: number, work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, delay(milliseconds, undefined, { ref: false })]);
