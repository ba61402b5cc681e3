import { setTimeout as delay } from 'node:timers/promises';
import type { Neighbour } from './neighbour.ts';
import type { Victim } from './victim.ts';

/** What one hostile request did. */
export interface Trial {
  readonly status: number;
  /** The longest wait of the neighbour, or the longest time in which the process served no request, whichever was longer. */
  readonly waitMs: number;
  /** The longest time for which the process worked without serving other requests. */
  readonly processorMs: number;
  /** The longest wait without an attack, before and between the tries. */
  readonly quietMs: number;
  /** How much slower than a usual processor the process's one was, without an attack. */
  readonly slowness: number;
}

/** What is waited without an attack. */
export interface QuietTime {
  readonly quietMs: number;
  readonly slowness: number;
}

/**
 * In processor time of a usual machine for the process; in wall-clock time for the neighbour, on top of its wait without an attack.
 */
const maxWaitMs = 200;
const tries = 5;

export interface AttackedInstance {
  readonly victim: Victim;
  readonly neighbour: Neighbour;
  /** Measured before the first attack. */
  readonly quiet: QuietTime;
}

/**
 * Sends a request and measures the neighbour's wait. A request that made it wait is sent again: the cost of a request repeats,
 * and other load of the machine does not.
 */
export async function tryRequest(
  { victim, neighbour, quiet }: AttackedInstance,
  send: () => Promise<number>,
): Promise<Trial> {
  let best: Trial = { status: 0, waitMs: Number.POSITIVE_INFINITY, processorMs: Number.POSITIVE_INFINITY, ...quiet };
  for (let turn = 0; turn < tries; turn += 1) {
    await victim.read();
    neighbour.longestWaitMs();
    const status = await send();
    const { stallMs, processorMs } = await victim.read();
    const waitMs = Math.max(stallMs, neighbour.longestWaitMs());
    best = {
      ...best,
      status: Math.max(status, best.status),
      waitMs: Math.min(waitMs, best.waitMs),
      processorMs: Math.min(processorMs, best.processorMs),
    };
    if (status >= 500 || waitProblems(best).length === 0) break;
    const between = await quietTime(victim, neighbour, 1);
    best = {
      ...best,
      quietMs: Math.max(best.quietMs, between.quietMs),
      slowness: Math.max(best.slowness, between.slowness),
    };
  }
  return best;
}

/** What is wrong with the waiting in a trial. */
export function waitProblems({ waitMs, processorMs, quietMs, slowness }: Trial): string[] {
  const problems: string[] = [];
  if (processorMs > maxWaitMs * slowness)
    problems.push(
      `the process worked ${Math.round(processorMs)} ms without serving other requests (processor ${slowness.toFixed(1)} times slower than usual)`,
    );
  if (waitMs > maxWaitMs + quietMs) problems.push(`the neighbour waited ${Math.round(waitMs)} ms`);
  return problems;
}

/** How long the neighbour waits, at most, during `seconds` without an attack, and how fast the processor is. */
export async function quietTime({ read }: Victim, neighbour: Neighbour, seconds: number): Promise<QuietTime> {
  const { slowness } = await read('gc');
  neighbour.longestWaitMs();
  await delay(seconds * 1_000);
  const { stallMs } = await read();
  return { quietMs: Math.max(stallMs, neighbour.longestWaitMs()), slowness };
}
