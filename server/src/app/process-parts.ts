import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import { type Config, givenPart, partVariable } from '#platform/config';
import type { AppRoles } from './run-app.ts';

/** What one of several processes does: the API, or the worker with incoming mail. */
export type ProcessPart = 'requests' | 'background';

/** What a process reports to its parent once it runs. */
export interface RunningReport {
  readonly addresses: readonly string[];
  /** Its own operator port, which the parent alone asks. */
  readonly metricsUrl: string;
  readonly firstLines: readonly string[];
}

/** Why a bound: each process has memory and connections of its own, so a large machine would use up those of PostgreSQL. */
const maxAutoProcesses = 8;

export const processCount = ({ PROCESSES }: Pick<Config, 'PROCESSES'>, cores = availableParallelism()): number =>
  PROCESSES === 'auto' ? Math.min(cores, maxAutoProcesses) : PROCESSES;

const partRoles: Readonly<Record<ProcessPart, AppRoles>> = {
  requests: { api: true, worker: false, inbound: false },
  background: { api: false, worker: true, inbound: true },
};

/** What this process does as one of several; null when it has no parent. */
export function partOfChild(): AppRoles | null {
  if (cluster.isPrimary) return null;
  return partRoles[givenPart() === 'background' ? 'background' : 'requests'];
}

export function reportRunning(report: RunningReport): void {
  process.send?.(report);
}

/**
 * What the environment of a process adds to that of its parent: its part, and the settings in which it differs. The API processes
 * divide the connections of one, so that the database gets hardly more of them on a machine with more cores; a worker has its own,
 * as it would in a role of its own.
 */
export function environmentOfPart(config: Config, part: ProcessPart): Record<string, string> {
  const own = { [partVariable]: part, METRICS_HOST: '127.0.0.1', METRICS_PORT: '0' };
  if (part === 'background') return own;
  const count = processCount(config);
  const share = (size: number, least: number): string =>
    String(Math.max(Math.floor(size / count), Math.min(size, least)));
  return {
    ...own,
    DATABASE_POOL_SIZE: share(config.DATABASE_POOL_SIZE, 3),
    QUEUE_POOL_SIZE: share(config.QUEUE_POOL_SIZE, 1),
  };
}
