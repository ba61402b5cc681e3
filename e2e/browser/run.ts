import { plantedCount, searchLogs } from '@postrider/server/testing/log-search';
import { takeOutput } from '@postrider/server/testing/process-output';
import type { BrowserRun } from './browser-run.ts';
import { openBrowserWorld } from './open-world.ts';
import { byNameAlone, runs } from './runs.ts';

/** `npm run browser` runs all, `-- short` those for every change, `-- <name>` one. */
const [name] = process.argv.slice(2);
const chosen = runs.filter(
  (run) => name === undefined || run.name === name || (name === 'short' && !byNameAlone.has(run.name)),
);
if (chosen.length === 0) {
  console.error(`There is no run ${name}. Use short, or one of: ${runs.map((run) => run.name).join(', ')}.`);
  process.exit(2);
}

let passed = 0;
let failed = 0;

/** Says what was checked, line by line, and counts it. */
function checksOf(say: (line: string) => void) {
  return (statement: string, holds: boolean, detail?: unknown): void => {
    if (holds) passed += 1;
    else failed += 1;
    say(`${holds ? 'ok' : 'NOT OK'}  ${statement}${detail === undefined ? '' : `  ${JSON.stringify(detail)}`}`);
  };
}

const opened = await openBrowserWorld();
try {
  const waiting = [...chosen];
  const lane = async (): Promise<void> => {
    for (let run = waiting.shift(); run; run = waiting.shift()) await runOne(run);
  };
  // Why two: a run waits for the server and for the browser in turns, and each uses one core at most.
  await Promise.all([lane(), lane()]);
} finally {
  await opened.close();
}
const faults = searchLogs(takeOutput());
checksOf(console.log)(
  'no secret, no address and no uncaught error in the logs',
  faults.length === 0 && plantedCount() > 0,
  faults.slice(0, 5),
);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** What a run says is shown when it has ended, so that two do not mix. */
async function runOne({ name: key, run }: BrowserRun): Promise<void> {
  const lines: string[] = [key];
  const check = checksOf((line) => lines.push(line));
  const beganAt = performance.now();
  const { world, end } = opened.forRun(key, (statement, holds, detail) => check(`${key}: ${statement}`, holds, detail));
  try {
    await run(world);
  } catch (error) {
    check(`${key} ran to its end`, false, String(error).slice(0, 2_000));
  } finally {
    await end();
  }
  lines.push(`${key} took ${Math.round((performance.now() - beganAt) / 1_000)} s`);
  console.log(lines.join('\n'));
}
