import { createServer } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

/** What a process measured of itself since the last reading. */
export interface Readings {
  /** The longest time in which it served no request, by the clock. */
  readonly stallMs: number;
  /** The same by the processor time of its thread, independent of other load on the machine. */
  readonly processorMs: number;
  /** Memory in use, without garbage if the command was `gc`. */
  readonly usedBytes: number;
  readonly rssBytes: number;
  /** How much slower than a usual processor this one does a fixed piece of work now; at least 1, and 1 if the command was not `gc`. */
  readonly slowness: number;
}

/** The processor time of `referenceWork` on a usual machine of two cores. */
const usualMs = 22;

/** Reads and writes a text of a megabyte, as requests do. */
function referenceWork(): void {
  for (let round = 0; round < 2; round += 1) JSON.parse(JSON.stringify(referenceValue));
}
const referenceValue = Array.from({ length: 8_000 }, (_, n) => ({ name: `value ${n}`, text: 'x'.repeat(90), n }));

function slowness(): number {
  const before = usedMs();
  referenceWork();
  return Math.max(1, (usedMs() - before) / usualMs);
}

/**
 * Loaded into a process of the product by `--import`: sends readings on the socket that HOSTILE_WATCH names. A client that
 * writes `gc` has the garbage collected and the processor's speed measured first.
 */
function watch(path: string): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void; // what the flag brings
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  let longest = 0;
  let last = usedMs();
  setInterval(() => {
    const now = usedMs();
    longest = Math.max(longest, now - last);
    last = now;
  }, 5).unref();
  const server = createServer((socket) => {
    socket.on('data', (command) => {
      const stallMs = delay.max / 1e6;
      const processorMs = longest;
      // Why twice: what a finaliser releases is collected by the next round.
      const isThorough = command.toString() === 'gc';
      if (isThorough) for (let round = 0; round < 2; round += 1) collect();
      const slow = isThorough ? slowness() : 1;
      delay.reset();
      longest = 0;
      last = usedMs();
      const { heapUsed, external, rss } = process.memoryUsage();
      const readings: Readings = {
        stallMs,
        processorMs,
        usedBytes: heapUsed + external,
        rssBytes: rss,
        slowness: slow,
      };
      socket.write(`${JSON.stringify(readings)}\n`);
    });
    socket.on('error', () => {});
  });
  server.listen(path);
  server.unref();
}

function usedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

const path = process.env.HOSTILE_WATCH;
if (isMainThread && path) watch(path);
