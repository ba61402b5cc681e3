import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { dropDatabase, newName, urlOf } from '#testing';
import { shellEnvironment } from '#testing/shell';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** On an idle machine it takes some three seconds; the limit leaves room for a busy one. */
const maxSeconds = 90;

test(
  'npm run dev on a server without our database prints commands that work without changes',
  async () => {
    const database = newName();
    const env = {
      ...shellEnvironment(),
      DATABASE_URL: urlOf(database),
      PORT: '0',
      METRICS_PORT: '0',
    };
    const begun = performance.now();
    const dev = spawn('npm', ['run', '--silent', 'dev'], { cwd: root, env, detached: true });
    try {
      const printed = await printedBy(dev, /inbox\/wait.*\n/);
      const sent = await paste(commandIn(printed, '/v1/send'));
      const arrived = await paste(commandIn(printed, '/inbox/wait'));
      const seconds = (performance.now() - begun) / 1_000;
      console.log(`from npm run dev to the mail in the inbox: ${seconds.toFixed(1)} s`);

      expect(sent).toMatchObject({ success: true });
      expect(arrived).toMatchObject({ subject: 'Hello there' });
      expect(seconds).toBeLessThan(maxSeconds);
    } finally {
      if (dev.pid && dev.exitCode === null) process.kill(-dev.pid, 'SIGTERM');
      if (dev.exitCode === null) await once(dev, 'exit');
      await dropDatabase(database);
    }
  },
  (maxSeconds + 60) * 1_000,
);

/** The output of a process as soon as it matches `end`. Rejects with all of it when the process ends before. */
async function printedBy(child: ReturnType<typeof spawn>, end: RegExp): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let text = '';
  const collect = (chunk: Buffer): void => {
    text += chunk.toString('utf8');
    if (end.test(text)) resolve(text);
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  child.on('exit', (code) => reject(new Error(`ended with ${code}: ${text}`)));
  return promise;
}

/** The command as a user would copy it: from `curl` to the line after the last one that ends with a backslash. */
function commandIn(printed: string, path: string): string {
  const commands = printed.match(/^ *curl(?:[^\n]*\\\n)*[^\n]*/gm) ?? [];
  const found = commands.find((command) => command.includes(path));
  if (!found) throw new Error(`no command for ${path} in ${printed}`);
  return found;
}

async function paste(command: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)('bash', ['-c', command], { timeout: 60_000 });
  return JSON.parse(stdout);
}
