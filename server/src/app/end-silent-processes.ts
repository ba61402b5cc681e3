import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '#platform/log';
import { askProcess } from './ask-process.ts';
import type { ParentState } from './process-places.ts';

interface WatchedPlace {
  readonly name: string;
  readonly child: { readonly process: ChildProcess } | null;
  readonly running: { readonly metricsUrl: string } | null;
}

interface Watched {
  readonly log: Logger;
  readonly state: ParentState;
  readonly places: readonly WatchedPlace[];
}

/**
 * Asks every process that runs for its health, and kills one that was silent too many times in a row: its event loop hangs, so
 * it would not stop for a signal that it handles. Times are counted, not seconds, because a pause of the whole machine is no silence.
 */
export async function endSilentProcesses(
  { log, state, places }: Watched,
  { everyMs = 5_000, maxSilences = 6 } = {},
): Promise<void> {
  const silences = new WeakMap<object, number>();

  async function look({ name, child, running }: WatchedPlace): Promise<void> {
    if (!child || !running) return;
    const isSilent = (await askProcess(`${running.metricsUrl}/health`, everyMs)) === null;
    const count = isSilent ? (silences.get(running) ?? 0) + 1 : 0;
    silences.set(running, count);
    if (count !== maxSilences || state.phase === 'stopping') return; // once: its end is seen a moment later
    log.error({ process: name, silentMs: count * everyMs }, 'a process does not answer and is killed');
    child.process.kill('SIGKILL');
  }

  while (state.phase !== 'stopping') {
    await Promise.all([delay(everyMs, null, { ref: false }), ...places.map(look)]);
  }
}
