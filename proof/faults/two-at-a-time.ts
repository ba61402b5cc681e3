import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/**
 * Every run in its short form, in a process of its own. Why two at a time: a run waits for kills, leases and clocks for more than
 * half of its time. What a run says is shown when it has ended.
 */
export async function runTwoAtATime(names: readonly string[], seed: number): Promise<Counts> {
  const waiting = [...names];
  const counts = { passed: 0, failed: 0 };
  const lane = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const output = await outputOf(name, seed);
      console.log(output);
      const [, passed, failed] = /^(\d+) passed, (\d+) failed$/m.exec(output) ?? [];
      counts.passed += Number(passed ?? 0);
      counts.failed += Number(failed ?? 1); // a run that did not come to its last line
    }
  };
  await Promise.all([lane(), lane()]);
  return counts;
}

function outputOf(name: string, seed: number): Promise<string> {
  const run = fileURLToPath(new URL('./run.ts', import.meta.url));
  return new Promise((resolve) => {
    const args = [run, name, '--short', '--seed', String(seed)];
    execFile(process.execPath, args, { maxBuffer: 64 * 1_048_576 }, (error, stdout, stderr) =>
      resolve(
        error && !/ failed\n$/.test(stdout)
          ? `${stdout}${stderr}NOT OK  ${name} ended: ${error.message}`
          : stdout + stderr,
      ),
    );
  });
}
