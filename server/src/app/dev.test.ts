import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { dropDatabase, newName, urlOf } from '#testing';
import { shellEnvironment } from '#testing/shell';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Quiet it takes some three seconds; the limit leaves room for a machine that does many things at once. */
const mostSeconds = 90;

test(
  'npm run dev on a server without our database prints commands that work as they stand',
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
      expect(seconds).toBeLessThan(mostSeconds);
    } finally {
      if (dev.pid && dev.exitCode === null) process.kill(-dev.pid, 'SIGTERM');
      if (dev.exitCode === null) await once(dev, 'exit');
      await dropDatabase(database);
    }
  },
  (mostSeconds + 60) * 1_000,
);

/** What a process has printed once `end` is among it. Rejects with all of it when the process ends before. */
async function printedBy(child: ReturnType<typeof spawn>, end: RegExp): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let text = '';
  const hear = (chunk: Buffer): void => {
    text += chunk.toString('utf8');
    if (end.test(text)) resolve(text);
  };
  child.stdout?.on('data', hear);
  child.stderr?.on('data', hear);
  child.on('exit', (code) => reject(new Error(`ended with ${code}: ${text}`)));
  return promise;
}

/** The command as somebody would copy it: from `curl` to the last line that goes on with a backslash. */
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
