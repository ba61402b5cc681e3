import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Resident memory of a process in MB, as the kernel counts it. */
const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;

/** The least of some looks, one a second: what a process holds while nothing is asked of it. */
export async function idleMb(pid: number, looks = 8): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let look = 0; look < looks; look++) {
    await delay(1_000);
    least = Math.min(least, residentMb(pid));
  }
  return Math.round(least);
}
