import { parseArgs } from 'node:util';
import { allRoutes } from '../../server/src/app/routes.ts';
import { nameOf } from '../../server/testing/matrix/index.ts';
import { attackRoute } from './attack-route.ts';
import type { HostileRun } from './scenes.ts';
import { withHostileRun } from './scenes.ts';
import { sendWhole } from './send-whole.ts';
import { wholeRequests } from './whole-requests.ts';

/**
 * `npm run hostile`: every value of every route with what no honest caller sends, while a neighbour asks and sends mail.
 * Holds: no 500, no process ended, nobody waits, memory comes back. `short` tries every ninth; `--route` those that contain a word,
 * `--whole` the large bodies alone.
 */
const options = { route: { type: 'string' }, whole: { type: 'boolean', default: false } } as const;
const { positionals, values } = parseArgs({ allowPositionals: true, options });
const isShort = positionals[0] === 'short';

let passed = 0;
let failed = 0;
function check(statement: string, failures: readonly string[], detail = ''): void {
  if (failures.length === 0) passed += 1;
  else failed += 1;
  console.log(`${failures.length === 0 ? 'ok' : 'NOT OK'}  ${statement}${detail ? `  (${detail})` : ''}`);
  for (const failure of failures.slice(0, 40)) console.log(`   - ${failure}`);
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1_048_576)} MB`;

async function everything(run: HostileRun): Promise<void> {
  const before = await run.victim.read('gc');
  console.log(`a quiet neighbour waits ${Math.round(run.quietMs)} ms; ${megabytes(before.rssBytes)} resident`);
  for (const route of allRoutes.filter((one) => !values.whole && nameOf(one).includes(values.route ?? ''))) {
    const { requests, processorMs, longestWaitMs, grownBytes, failures } = await attackRoute(run, route, isShort);
    const detail = `${requests} requests, at most ${Math.round(processorMs)} ms of the processor, ${Math.round(longestWaitMs)} ms waited, +${megabytes(grownBytes)}`;
    check(nameOf(route), failures, detail);
  }
  for (const request of wholeRequests.filter(({ path }) => path.includes(values.route ?? ''))) {
    const { failures, detail } = await sendWhole(run, request);
    check(`POST ${request.path}: ${request.name}`, failures, detail);
  }
  const after = await run.victim.read('gc');
  const kept = after.usedBytes - before.usedBytes;
  check(
    'memory comes back',
    kept < 64 * 1_048_576 ? [] : [`${megabytes(kept)} more in use`],
    `${megabytes(kept)} more in use`,
  );
  check('the neighbour was served each time', run.neighbour.failures);
}

try {
  await withHostileRun(everything);
} catch (error) {
  console.error(error);
  check('the run came to its end', [String(error)]);
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
