import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface ThinProcess {
  readonly url: string;
  readonly child: ChildProcess;
  stop(): Promise<void>;
}

/** As many connections as the product has by default. */
export const poolSize = 10;
const entry = fileURLToPath(new URL('./thin-process.ts', import.meta.url));

/** The thin server in a process of its own. */
export const startThin = (databaseUrl: string): Promise<ThinProcess> =>
  startPrinting(entry, [databaseUrl, String(poolSize)]);

/** A program that prints its address when it is ready. */
export async function startPrinting(program: string, args: readonly string[]): Promise<ThinProcess> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  const ended = once(child, 'exit');
  const first = await Promise.race([once(lines, 'line'), ended.then(() => null)]);
  if (first === null) throw new Error('the thin server did not start');
  return {
    url: String(first[0]),
    child,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
