import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { plant } from '@postrider/server/testing/log-search';

const main = fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url));

export interface Instance {
  readonly url: string;
  /** The operator's own port. */
  operatorUrl(): string;
  /** What the process has printed so far. */
  output(): string;
  stop(): Promise<void>;
}

const outputs: (() => string)[] = [];

/** What all instances have printed so far, those that have ended as well. */
export const outputOfAll = (): string => outputs.map((output) => output()).join('\n');

/** A whole Postrider in a process of its own, as an operator would start it. */
export async function startInstance(databaseUrl: string, settings: Record<string, string> = {}): Promise<Instance> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let output = '';
  outputs.push(() => output);
  const secret = settings.SECRET_KEY ?? randomBytes(32).toString('base64');
  plant(secret);
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
      SECRET_KEY: secret,
      SIGNUPS: 'open',
      LOG_LEVEL: 'debug',
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
    operatorUrl: () => /Operator port: (\S+)/.exec(output)?.[1] ?? '',
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
