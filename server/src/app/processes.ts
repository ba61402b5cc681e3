import cluster, { type Worker } from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '#platform/config';
import { type Logger, makeLogger } from '#platform/log';
import { endSilentProcesses } from './end-silent-processes.ts';
import { giveBackMemory } from './give-back-memory.ts';
import { startParentOperator } from './parent-operator.ts';
import { environmentOfPart, type ProcessPart, processCount, type RunningReport } from './process-parts.ts';
import type { ParentState, ProcessPlace } from './process-places.ts';
import { makeRestartPolicy } from './restart-policy.ts';
import { startLines } from './start-lines.ts';
import { maxStopSeconds } from './stop-app.ts';

/**
 * Runs a role as several processes under this one, which holds the port and hands connections out in turn. A process that ends is started
 * again; the others go on meanwhile. It ends when all of them have ended.
 */
export async function runProcesses(config: Config, role: 'all' | 'api'): Promise<void> {
  const log = makeLogger({ level: config.LOG_LEVEL });
  const state: ParentState = { phase: 'starting' };
  const places = placesOf(config, role);
  const parent = { config, role, log, state, places };
  stopOnSignal(parent);
  const operator = await startParentOperator(config, state, places);
  // Why the first alone: when a setting is wrong or the database is away, it is said once.
  for (const group of [places.slice(0, 1), places.slice(1)]) {
    await Promise.all(group.map((place) => fill(parent, place)));
  }
  if (config.ENVIRONMENT === 'production') giveBackMemory();
  state.phase = 'running';
  endSilentProcesses(parent).catch((error: unknown) => log.error({ error }, 'processes are no longer watched'));
  const addresses = [...new Set(places.flatMap((place) => place.running?.addresses ?? []))];
  for (const line of startLines(role, addresses, operator.url, places[0]?.running?.firstLines ?? [])) console.log(line);
}

interface Parent {
  readonly config: Config;
  readonly role: 'all' | 'api';
  readonly log: Logger;
  readonly state: ParentState;
  readonly places: readonly ProcessPlace[];
}

function placesOf(config: Config, role: 'all' | 'api'): ProcessPlace[] {
  const place = (name: string, part: ProcessPart): ProcessPlace => ({
    name,
    part,
    child: null,
    running: null,
    restarts: 0,
  });
  const requests = Array.from({ length: processCount(config) }, (_, index) =>
    place(`requests-${index + 1}`, 'requests'),
  );
  return role === 'all' ? [...requests, place('background', 'background')] : requests;
}

/** Keeps one place filled; resolves when its first process runs. One that cannot start at first ends the whole. */
function fill(parent: Parent, place: ProcessPlace): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const policy = makeRestartPolicy();
  const { config, log, role, state } = parent;
  let hasRun = false;

  function begin(): void {
    const beganAt = performance.now();
    cluster.setupPrimary({ args: [role] });
    const child = cluster.fork(environmentOfPart(config, place.part));
    place.child = child;
    child.once('message', (report: RunningReport) => {
      place.running = report;
      hasRun = true;
      resolve();
    });
    child.once('exit', (code: number | null, signal: string | null) => {
      place.child = null;
      place.running = null;
      if (state.phase === 'stopping') return;
      if (!hasRun) return void stopAll(parent, code || 1);
      const pauseMs = policy.pauseAfter({ ranMs: performance.now() - beganAt, code });
      log.error({ process: place.name, code, signal, pauseMs }, 'a process ended unasked');
      if (pauseMs === null) return void stopAll(parent, 1);
      place.restarts++;
      setTimeout(() => state.phase !== 'stopping' && begin(), pauseMs);
    });
  }

  begin();
  return promise;
}

function stopOnSignal(parent: Parent): void {
  const stop = (): void => void stopAll(parent, 0);
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

/** Every process stops in order, all at the same time; one that does not is killed after the longest time that a stop may take. */
async function stopAll({ config, log, places, state }: Parent, code: number): Promise<void> {
  if (state.phase === 'stopping') return;
  state.phase = 'stopping';
  const children = places.flatMap(({ child }) => child ?? []);
  const ended = children.map((child) => endOf(child));
  for (const child of children) child.process.kill('SIGTERM');
  const timeOver = delay((maxStopSeconds(config) + 5) * 1_000, null, { ref: false });
  const codes = await Promise.race([Promise.all(ended), timeOver]);
  if (codes === null) {
    log.error('a process did not stop in time and is killed');
    for (const child of children) child.process.kill('SIGKILL');
  }
  process.exit(code || (codes?.every((one) => one === 0) ? 0 : 1));
}

const endOf = (child: Worker): Promise<number | null> =>
  new Promise((resolve) => {
    child.once('exit', resolve);
  });
