import { parseArgs } from 'node:util';
import { plantedCount, searchLogs } from '../../server/testing/log-search.ts';
import { takeOutput } from '../../server/testing/process-output.ts';
import type { Check, FaultRun } from './fault-run.ts';
import { runTwoAtATime } from './two-at-a-time.ts';

type Runs = Record<string, () => Promise<FaultRun>>;

/** The command line of `npm run <script> -- <name>`. With `short`, all of these runs in their short form, two at a time. */
export async function runByName(script: string, runs: Runs, short: readonly string[] = []): Promise<never> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { seed: { type: 'string' }, count: { type: 'string' }, short: { type: 'boolean', default: false } },
  });
  const [name = ''] = positionals;
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
  const count = values.count === undefined ? undefined : Number(values.count);
  const load = runs[name];
  let counts = { passed: 0, failed: 0 };
  if (load) {
    counts = await runOne(name, load, { isShort: values.short, seed, count });
  } else if (name === 'short' && short.length > 0) {
    counts = await runTwoAtATime(short, seed);
  } else {
    const names = [...Object.keys(runs), ...(short.length > 0 ? ['short'] : [])];
    console.error(`Say which: npm run ${script} -- ${names.join(' | ')}`);
    process.exit(2);
  }
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  process.exit(counts.failed > 0 ? 1 : 0);
}

interface RunOptions {
  readonly isShort: boolean;
  readonly seed: number;
  readonly count: number | undefined;
}

/** Counts each statement, and prints it on a line that `proof/record/read-output.ts` reads. */
export function printingCheck(counts: { passed: number; failed: number }): Check {
  return (statement, holds, detail) => {
    if (holds) counts.passed += 1;
    else counts.failed += 1;
    console.log(`${holds ? 'ok' : 'NOT OK'}  ${statement}${detail === undefined ? '' : `  ${JSON.stringify(detail)}`}`);
  };
}

async function runOne(name: string, load: () => Promise<FaultRun>, options: RunOptions) {
  const counts = { passed: 0, failed: 0 };
  const check = printingCheck(counts);
  console.log(`${name}${options.isShort ? ', short' : ''}, seed ${options.seed}`);
  const beganAt = performance.now();
  try {
    const run = await load();
    await run({ ...options, check });
  } catch (error) {
    console.error(error);
    check(`${name} ran to its end`, false);
  }
  const [output, planted] = [takeOutput(), plantedCount()];
  const faults = searchLogs(output);
  check(
    `${name}: I13 nothing in the logs that must not be there`,
    faults.length === 0 && (planted > 0 || output === ''),
    {
      lines: output.split('\n').length,
      planted,
      ...(faults.length > 0 ? { faults: faults.length, first: faults.slice(0, 5) } : {}),
    },
  );
  console.log(`${name} took ${Math.round((performance.now() - beganAt) / 1_000)} s`);
  return counts;
}
