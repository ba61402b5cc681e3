import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

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
});

/** A real process of the product, on free ports, ready to answer. */
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
  const child = spawn(process.execPath, [entry, role], {
    env: { PATH: process.env.PATH, ...settingsFor(databaseUrl), ...places, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await untilReady(metricsUrl, child).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  return { url, metricsUrl, child, stop: () => stopProcess(child) };
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

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
