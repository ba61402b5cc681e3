import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import type { CheckStep } from './steps.ts';

/** Runs every step, even after one has failed. Returns the names of those that did. */
export async function runSteps(
  root: string,
  steps: readonly CheckStep[],
  print: (line: string) => void,
): Promise<string[]> {
  const failed: string[] = [];
  for (const step of steps) {
    const started = performance.now();
    const { code, output } = await runCommand(root, step.command);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    print(`${code === 0 ? 'ok    ' : 'FAILED'} ${step.name} (${seconds} s)`);
    if (code === 0) continue;
    failed.push(step.name);
    print(output.trimEnd());
  }
  return failed;
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
