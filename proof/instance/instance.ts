import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { plant } from '../../server/testing/log-search.ts';
import { keepOutput } from './process-output.ts';

const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));

export interface ServerProcess {
  readonly url: string;
  readonly metricsUrl: string;
  readonly child: ChildProcess;
  stop(): Promise<void>;
}

export const settingsFor = (databaseUrl: string): Record<string, string> => ({
  ENVIRONMENT: 'test',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'error',
  SECRET_KEY: 'a-secret-for-proof-runs-of-32-characters',
  DATABASE_URL: databaseUrl,
  PUBLIC_KEY_LIMIT_PER_ADDRESS: '0', // all callers of a run come from one address
  OPEN_CALLS_PER_ADDRESS: '0',
  INBOUND_CONNECTIONS_PER_ADDRESS: '0',
  TEST_BYTES_PER_DAY: '1000000000000', // counted, but a run may send more than a day of a customer
});

/** A real process of the product, on free ports, ready to answer. What it writes is kept (`process-output.ts`). */
export async function startProcess(
  role: 'api' | 'worker' | 'all',
  databaseUrl: string,
  settings: Record<string, string> = {},
  entry = main,
): Promise<ServerProcess> {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const metricsUrl = `http://127.0.0.1:${metricsPort}`;
  const places = { PORT: String(port), METRICS_PORT: String(metricsPort), BASE_URL: url };
  const given: Record<string, string> = { ...settingsFor(databaseUrl), ...places, ...settings };
  plant(given.SECRET_KEY ?? '');
  const child = spawn(process.execPath, [entry, role], {
    env: { PATH: process.env.PATH, ...given },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  keepOutput(child);
  await untilReady(metricsUrl, child).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  return { url, metricsUrl, child, stop: () => stopProcess(child) };
}

/** A role that ends by itself: its exit code and what it printed. */
export async function runRole(
  role: 'rotate',
  databaseUrl: string,
  settings: Record<string, string>,
): Promise<{ code: number | null; printed: string }> {
  const child = spawn(process.execPath, [main, role], {
    env: { PATH: process.env.PATH, ...settingsFor(databaseUrl), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  keepOutput(child);
  const [printed] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { code: child.exitCode, printed };
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

async function untilReady(metricsUrl: string, child: ChildProcess): Promise<void> {
  for (const lastAt = Date.now() + 30_000; Date.now() < lastAt; ) {
    const end = child.exitCode ?? child.signalCode;
    if (end !== null) throw new Error(`the process ended with ${end} before it was ready`);
    const isReady = await fetch(`${metricsUrl}/ready`).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the process was not ready within 30 seconds');
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
