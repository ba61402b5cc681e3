import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Check } from '../../faults/fault-run.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** A test suite in its own process, as its script of `package.json` starts it. */
export interface Suite {
  readonly name: string;
  readonly program: string;
  readonly args?: readonly string[];
}

/** Runs a suite with these variables. Its last line is the check; what failed in it, and what did not use the pooler, is printed. */
export async function runSuite(
  { name, program, args = [] }: Suite,
  variables: Record<string, string>,
  check: Check,
): Promise<void> {
  const beganAt = performance.now();
  const child = spawn(process.execPath, [program, ...args], {
    cwd: root,
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  const [last, , failed] =
    output
      .match(/^(\d+) passed, (\d+) failed$/gm)
      ?.at(-1)
      ?.match(/^(\d+) passed, (\d+) failed$/) ?? [];
  const isGood = child.exitCode === 0 && failed === '0';
  const lines = output.split('\n');
  const directReasons = Map.groupBy(
    lines.filter((line) => line.startsWith('direct, ')),
    (line) => line.replace(/:\d+$/, ''),
  );
  for (const [reason, { length }] of directReasons) console.log(`    ${reason} (${length} processes)`);
  if (!isGood) {
    const failures = lines.filter((line) => /^(?:NOT OK|FAIL|\s+-) /.test(line));
    console.log([...failures, ...errors.split('\n').slice(-40)].join('\n'));
  }
  check(`${name} through the pooler`, isGood, {
    result: last ?? `ended with ${child.exitCode ?? child.signalCode}`,
    seconds: Math.round((performance.now() - beganAt) / 1_000),
  });
}
