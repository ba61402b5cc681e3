import { parseArgs } from 'node:util';
import { plantedCount, searchLogs } from '../../server/testing/log-search.ts';
import { takeOutput } from '../../server/testing/process-output.ts';
import type { FaultRun } from './fault-run.ts';
import { runTwoAtATime } from './two-at-a-time.ts';

/**
 * `npm run faults -- <name>` runs one in full, `short` runs all of them fewer times, two at a time. A new run is one line here; those
 * that take longest stand first.
 */
const runs: Record<string, () => Promise<FaultRun>> = {
  delivery: async () => (await import('./delivery/index.ts')).deliveryFaults,
  workflows: async () => (await import('./workflows/index.ts')).workflowFaults,
  webhooks: async () => (await import('./webhooks/index.ts')).webhookFaults,
  campaign: async () => (await import('./campaign/index.ts')).campaignFaults,
  clocks: async () => (await import('./clocks/index.ts')).clockFaults,
  upgrade: async () => (await import('./upgrade/index.ts')).upgradeFaults,
  rolling: async () => (await import('./rolling/index.ts')).rollingFaults,
  spool: async () => (await import('./spool/index.ts')).spoolFaults,
  unsubscribe: async () => (await import('./unsubscribe/index.ts')).unsubscribeFaults,
  membership: async () => (await import('./membership/index.ts')).membershipFaults,
  figures: async () => (await import('./figures/index.ts')).figureFaults,
  storm: async () => (await import('./storm/index.ts')).stormFaults,
  billing: async () => (await import('./billing/index.ts')).billingFaults,
  import: async () => (await import('./import/index.ts')).importFaults,
  idempotency: async () => (await import('./idempotency/index.ts')).idempotencyFaults,
  'rate-limit': async () => (await import('./rate-limit/index.ts')).rateLimitFaults,
  disk: async () => (await import('./disk/index.ts')).diskFaults,
  rotation: async () => (await import('./rotation/index.ts')).rotationFaults,
  'project-life': async () => (await import('./project-life/index.ts')).projectLifeFaults,
  'workflow-races': async () => (await import('./workflow-races/index.ts')).workflowRaces,
};

/** Runs that `short` leaves out: theirs is not yet short enough for every change. */
const byNameAlone = new Set(['workflow-races', 'project-life', 'billing', 'webhooks']);

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, count: { type: 'string' }, short: { type: 'boolean', default: false } },
});
const [name = ''] = positionals;
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
const count = values.count === undefined ? undefined : Number(values.count);

let passed = 0;
let failed = 0;
function check(statement: string, holds: boolean, detail?: unknown): void {
  if (holds) passed += 1;
  else failed += 1;
  console.log(`${holds ? 'ok' : 'NOT OK'}  ${statement}${detail === undefined ? '' : `  ${JSON.stringify(detail)}`}`);
}

async function runOne(key: string, load: () => Promise<FaultRun>): Promise<void> {
  console.log(`${key}${values.short ? ', short' : ''}, seed ${seed}`);
  const beganAt = performance.now();
  try {
    const run = await load();
    await run({ isShort: values.short, seed, count, check });
  } catch (error) {
    console.error(error);
    check(`${key} ran to its end`, false);
  }
  const [output, planted] = [takeOutput(), plantedCount()];
  const faults = searchLogs(output);
  check(
    `${key}: I13 nothing in the logs that must not be there`,
    faults.length === 0 && (planted > 0 || output === ''),
    {
      lines: output.split('\n').length,
      planted,
      ...(faults.length > 0 ? { faults: faults.length, first: faults.slice(0, 5) } : {}),
    },
  );
  console.log(`${key} took ${Math.round((performance.now() - beganAt) / 1_000)} s`);
}

const load = runs[name];
if (load) {
  await runOne(name, load);
} else if (name === 'short') {
  const names = Object.keys(runs).filter((key) => !byNameAlone.has(key));
  ({ passed, failed } = await runTwoAtATime(names, seed));
} else {
  console.error(`Say which: npm run faults -- ${[...Object.keys(runs), 'short'].join(' | ')}`);
  process.exit(2);
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
