import type { Services } from '#platform/context';
import { callOnce } from '#platform/db';
import type { FinishedCall, RequestLog } from '#platform/http';
import { localRates } from '#platform/rate-limit';
import { limits } from '#pure/limits';
import { type CallLine, leftOutLine, lineOf, sizeOf } from './call-line.ts';
import { KeyUses } from './key-uses.ts';

/** The log of one process. */
export interface RunningRequestLog extends RequestLog {
  /** Writes what is still in memory. */
  stop(): Promise<void>;
}

/** Lines are written after this time, or when there are so many; and so much is held at most while they cannot be written. */
const pauseMs = 1_000;
const linesAtOnce = 250;
const maxLines = 1_000;
const maxCharacters = 16 * 1_048_576;

const { max: maxPerProject, windowSeconds } = limits.loggedCallsPerProject;

type LogServices = Pick<Services, 'config' | 'database' | 'metrics' | 'log'>;

/**
 * Keeps lines in memory for a second at most and writes them in one statement, which no request waits for. Lines are lost, and
 * counted, when the database is slow or fails (D-1045).
 */
export function makeRequestLog({ config, database, metrics, log }: LogServices): RunningRequestLog {
  const dropped = metrics.counter('request_log_dropped_total', 'Lines of the request log that could not be written.');
  const share = localRates();
  const uses = new KeyUses();
  const leftOut = new Map<string, number>();
  let lines: CallLine[] = [];
  let characters = 0;
  let leftOutAt = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | null = null;
  let isDue = false;

  function add(line: CallLine): void {
    lines.push(line);
    characters += sizeOf(line);
    while (lines.length > maxLines || characters > maxCharacters) {
      const oldest = lines.shift();
      if (!oldest) return;
      characters -= sizeOf(oldest);
      dropped.add(1);
    }
  }

  function addLeftOut(now: number): void {
    if (leftOut.size === 0 || now - leftOutAt < pauseMs) return;
    leftOutAt = now;
    for (const [projectId, count] of leftOut) add(leftOutLine(projectId, count));
    leftOut.clear();
  }

  function write(isLast = false): void {
    clearTimeout(timer);
    timer = undefined;
    if (writing) {
      isDue = true;
      return;
    }
    isDue = false;
    const now = performance.now();
    addLeftOut(now);
    const batch = lines;
    const counted = isLast ? uses.takeAll() : uses.take(now);
    lines = [];
    characters = 0;
    if (batch.length === 0 && counted.length === 0) {
      if (uses.size > 0) startTimer();
      return;
    }
    const args = [JSON.stringify(batch), JSON.stringify(counted), limits.keyUsesPerHour];
    writing = callOnce(database, 'postrider_worker', 'write_logged_calls', args, { isForgettable: true })
      .catch((error: unknown) => {
        dropped.add(batch.length);
        log.warn({ error, lines: batch.length, uses: counted.length }, 'lines of the request log were lost');
      })
      .then(() => {
        writing = null;
        schedule();
      });
  }

  function schedule(): void {
    if (isDue || lines.length >= linesAtOnce || uses.fresh >= maxLines || characters > maxCharacters / 2) write();
    else if (lines.length > 0 || uses.size > 0 || leftOut.size > 0) startTimer();
  }

  function startTimer(): void {
    timer ??= setTimeout(() => write(), pauseMs).unref();
  }

  /** Why again and again: what came during a write is written by the next, which begins when it ends. */
  async function drain(): Promise<void> {
    while (writing) await writing;
  }

  return {
    record(call: FinishedCall) {
      uses.count(call);
      if (share(call.projectId, windowSeconds).used > maxPerProject) {
        leftOut.set(call.projectId, (leftOut.get(call.projectId) ?? 0) + 1);
      } else {
        add(lineOf(call, config.REQUEST_LOG_BODIES));
      }
      schedule();
    },
    async stop() {
      await drain();
      leftOutAt = -pauseMs;
      write(true);
      await drain();
    },
  };
}
