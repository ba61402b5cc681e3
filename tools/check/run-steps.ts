import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import type { CheckStep } from './steps.ts';

/** Why two: most steps use one core, and wait for files and for PostgreSQL. */
const sideBySide = 2;

/**
 * Runs every step, even after one has failed, two at a time; what they say comes in their order. Returns the names of those that
 * failed.
 */
export async function runSteps(
  root: string,
  steps: readonly CheckStep[],
  print: (line: string) => void,
): Promise<string[]> {
  const failed: string[] = [];
  const ends = steps.map(() => Promise.withResolvers<string[]>());
  const waiting = [...steps.entries()];
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, step] = next;
      const started = performance.now();
      const { code, output } = await runCommand(root, step.command);
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      const line = `${code === 0 ? 'ok    ' : 'FAILED'} ${step.name} (${seconds} s)`;
      ends[index]?.resolve(code === 0 ? [line] : [line, output.trimEnd()]);
      if (code !== 0) failed.push(step.name);
    }
  };
  const lanes = Promise.all(Array.from({ length: sideBySide }, lane));
  for (const { promise } of ends) for (const line of await promise) print(line);
  await lanes;
  return steps.map(({ name }) => name).filter((name) => failed.includes(name));
}

/** Both streams as one text, in the order of arrival. A program that is not found counts as failed. */
function runCommand(root: string, [program, ...args]: CheckStep['command']): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    let output = '';
    const PATH = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);
    const child = spawn(program === 'node' ? process.execPath : program, args, {
      cwd: root,
      env: { ...process.env, PATH },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
