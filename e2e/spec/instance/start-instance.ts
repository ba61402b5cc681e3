import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url));

export interface Instance {
  readonly url: string;
  /** What the process has printed so far. */
  output(): string;
  stop(): Promise<void>;
}

/** A whole Postrider in a process of its own, as an operator would start it. */
export async function startInstance(databaseUrl: string, settings: Record<string, string> = {}): Promise<Instance> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let output = '';
  const child = spawn(process.execPath, [main, 'all'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      ENVIRONMENT: 'test',
      HOST: '127.0.0.1',
      PORT: String(port),
      METRICS_PORT: '0',
      BASE_URL: url,
      DATABASE_URL: databaseUrl,
      SECRET_KEY: randomBytes(32).toString('base64'),
      SIGNUPS: 'open',
      LOG_LEVEL: 'warn',
      ...settings,
    },
  });
  const note = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout.on('data', note);
  child.stderr.on('data', note);
  const gone = once(child, 'exit');
  for (let tries = 0; !(await isReady(url)); tries += 1) {
    if (child.exitCode !== null || tries > 300) {
      child.kill('SIGKILL');
      throw new Error(`the instance did not start:\n${output}`);
    }
    await delay(100);
  }
  return {
    url,
    output: () => output,
    async stop() {
      child.kill('SIGTERM');
      await Promise.race([gone, delay(5_000)]);
      if (child.exitCode === null) child.kill('SIGKILL');
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('no free port');
  return address.port;
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/ready`).then(
    (response) => response.ok,
    () => false,
  );
