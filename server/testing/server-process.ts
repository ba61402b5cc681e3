import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { clientOf } from './client.ts';
import { freePort } from './free-port.ts';
import { plant } from './log-search.ts';
import { ofOtherVersion, throughPooler } from './pooler.ts';
import { keepOutput } from './process-output.ts';
import { maxWaitSeconds, until } from './until.ts';

/** The program of this checkout: its source, or what was built from it when `SERVER_ENTRY` names that. */
export const main = process.env.SERVER_ENTRY ?? fileURLToPath(new URL('../src/main.ts', import.meta.url));

export interface ServerProcess {
  readonly url: string;
  /** The operator's own port. */
  readonly metricsUrl: string;
  readonly child: ChildProcess;
  /** What it has printed so far. */
  output(): string;
  stop(): Promise<void>;
}

/**
 * What a process of the product gets of our environment besides its settings: where programs are, and where Node keeps what it
 * has compiled, if a run has set that (a process that is started two hundred times then loads in half of the time).
 */
export const baseEnvironment = (): Record<string, string | undefined> => ({
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
});

/** Starts a role of the product as an operator would, with these settings and nothing else of our environment. */
export const spawnRole = (role: string, settings: Record<string, string>, entry = main) =>
  spawn(process.execPath, [entry, role], {
    env: { ...baseEnvironment(), ...(isOfThisCheckout(entry) ? throughPooler(settings) : ofOtherVersion(settings)) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

const checkout = fileURLToPath(new URL('../..', import.meta.url));
const isOfThisCheckout = (entry: string): boolean => entry === main || entry.startsWith(checkout);

/** A real process of the product, on free ports, ready to serve. Its output is kept (`process-output.ts`). */
export async function startServer(
  role: 'api' | 'worker' | 'all',
  settings: Record<string, string>,
  entry = main,
): Promise<ServerProcess> {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const metricsUrl = `http://127.0.0.1:${metricsPort}`;
  const addresses = { PORT: String(port), METRICS_PORT: String(metricsPort), BASE_URL: url };
  plant(settings.SECRET_KEY ?? '');
  const child = spawnRole(role, { ...addresses, ...settings }, entry);
  const output = keepOutput(child);
  await untilReady(metricsUrl, child).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw new Error(`the process did not start:\n${output()}`, { cause: error });
  });
  return { url, metricsUrl, child, output, stop: () => stopProcess(child) };
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

async function untilReady(metricsUrl: string, child: ChildProcess): Promise<void> {
  const isReady = await until(() => {
    const end = child.exitCode ?? child.signalCode;
    if (end !== null) throw new Error(`the process ended with ${end} before it was ready`);
    return clientOf(metricsUrl)
      .get('/ready')
      .then(
        ({ status }) => status === 200,
        () => false,
      );
  });
  if (!isReady) throw new Error(`the process was not ready within ${maxWaitSeconds} seconds`);
}
