import { parseArgs } from 'node:util';
import { allRoutes } from '../../server/src/app/routes.ts';
import { nameOf } from '../../server/testing/matrix/index.ts';
import { attackAll, type HostileRequest } from './attack-all.ts';
import { headerNames, headerRequests, manyHeaderRequests, targetRequests } from './attack-heads.ts';
import { routeRequests } from './attack-route.ts';
import { type HostileRun, withHostileRun } from './hostile-run.ts';
import { sendWhole } from './send-whole.ts';
import { holdSlowSockets } from './slow-sockets.ts';
import { uploadRequests } from './uploads.ts';
import { wholeRequests } from './whole-requests.ts';

/**
 * `npm run hostile`: every value of every route with what no honest caller sends, while a neighbour polls `/health` and sends mail.
 * Holds: no 500, no process ended, no other caller waits, memory is released. `short` tries every n-th; `--route` those that contain a
 * word, `--whole` the large bodies alone, `--heads` headers and first lines alone, `--slow` the slow sockets alone, which `short` leaves out.
 */
const options = {
  route: { type: 'string' },
  whole: { type: 'boolean', default: false },
  heads: { type: 'boolean', default: false },
  slow: { type: 'boolean', default: false },
} as const;
const { positionals, values } = parseArgs({ allowPositionals: true, options });
const isShort = positionals[0] === 'short';
/** In the short form each target gets every n-th attack. No step divides the number of attacks, or all targets would get the same. */
const [step, headStep, uploadStep] = isShort ? [23, 311, 7] : [1, 1, 1];
const isPartGiven = values.whole || values.heads || values.slow;
const isSelected = (part: 'routes' | 'whole' | 'heads' | 'slow'): boolean =>
  isPartGiven ? part !== 'routes' && values[part] : true;

let passed = 0;
let failed = 0;
function check(statement: string, failures: readonly string[], detail = ''): void {
  if (failures.length === 0) passed += 1;
  else failed += 1;
  console.log(`${failures.length === 0 ? 'ok' : 'NOT OK'}  ${statement}${detail ? `  (${detail})` : ''}`);
  for (const failure of failures.slice(0, 40)) console.log(`   - ${failure}`);
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1_048_576)} MB`;

async function attack(
  run: HostileRun,
  statement: string,
  hostileRequests: AsyncIterable<HostileRequest>,
): Promise<void> {
  const { requests, processorMs, longestWaitMs, grownBytes, failures } = await attackAll(run, hostileRequests);
  const detail = `${requests} requests, at most ${Math.round(processorMs)} ms of the processor, ${Math.round(longestWaitMs)} ms waited, +${megabytes(grownBytes)}`;
  check(statement, failures, detail);
}

async function everything(run: HostileRun): Promise<void> {
  const before = await run.victim.read('gc');
  console.log(
    `a quiet neighbour waits ${Math.round(run.quiet.quietMs)} ms; processor ${run.quiet.slowness.toFixed(1)} times slower than usual; ${megabytes(before.rssBytes)} resident`,
  );
  const routes = allRoutes.filter((one) => nameOf(one).includes(values.route ?? ''));
  for (const route of isSelected('routes') ? routes : []) {
    await attack(run, nameOf(route), routeRequests(run, route, step));
    if (route.upload) await attack(run, `${nameOf(route)}, forms`, uploadRequests(run, route, uploadStep));
  }
  if (isSelected('heads') && !values.route) await heads(run);
  const large = wholeRequests.filter(({ path }) => `POST ${path}`.includes(values.route ?? ''));
  for (const request of isSelected('whole') ? large : []) {
    const { failures, detail } = await sendWhole(run, request);
    check(`POST ${request.path}: ${request.name}`, failures, detail);
  }
  if (isSelected('slow') && !values.route && !isShort) {
    const { failures, detail } = await holdSlowSockets(run);
    check('thousands of sockets whose requests never end are closed in time', failures, detail);
  }
  const after = await run.victim.read('gc');
  const kept = after.usedBytes - before.usedBytes;
  check(
    'memory is released',
    kept < 64 * 1_048_576 ? [] : [`${megabytes(kept)} more in use`],
    `${megabytes(kept)} more in use`,
  );
  check('every request of the neighbour was served', run.neighbour.failures);
}

async function heads(run: HostileRun): Promise<void> {
  for (const name of headerNames) await attack(run, `the header ${name}`, headerRequests(run, name, headStep));
  await attack(run, 'many headers', manyHeaderRequests(run, uploadStep));
  await attack(run, 'first lines', targetRequests(run));
}

try {
  await withHostileRun(everything);
} catch (error) {
  console.error(error);
  check('the run came to its end', [String(error)]);
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
