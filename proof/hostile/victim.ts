import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startProcess } from '../instance/instance.ts';
import type { Readings } from './watch.ts';

/** The process that is attacked. */
export interface Victim {
  readonly url: string;
  readonly hasEnded: boolean;
  read(command?: 'gc' | 'look'): Promise<Readings>;
  /** The most memory it held since the last call. */
  peakBytes(): number;
  stop(): Promise<void>;
}

export async function startVictim(databaseUrl: string, settings: Record<string, string>): Promise<Victim> {
  const path = join(tmpdir(), `hostile-${randomBytes(6).toString('hex')}.sock`);
  const { url, child, stop } = await startProcess('api', databaseUrl, {
    ...settings,
    NODE_OPTIONS: `--import=${new URL('./watch.ts', import.meta.url).href}`,
    HOSTILE_WATCH: path,
  });
  const socket = connect(path);
  socket.on('error', () => {}); // the process has ended; `hasEnded` says so
  const lines = createInterface({ input: socket });
  return {
    url,
    get hasEnded() {
      return child.exitCode !== null || child.signalCode !== null;
    },
    async read(command = 'look') {
      socket.write(command);
      const [line] = (await once(lines, 'line', { signal: AbortSignal.timeout(120_000) })) as [string];
      return JSON.parse(line) as Readings;
    },
    peakBytes() {
      const peakKilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1];
      writeFileSync(`/proc/${child.pid}/clear_refs`, '5'); // resets the peak
      return Number(peakKilobytes ?? 0) * 1_024;
    },
    async stop() {
      socket.destroy();
      await stop();
    },
  };
}
