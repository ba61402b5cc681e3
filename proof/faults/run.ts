import { parseArgs } from 'node:util';
import { plantedCount, searchLogs } from '../../server/testing/log-search.ts';
import { takeOutput } from '../../server/testing/process-output.ts';
import type { FaultRun } from './fault-run.ts';

/** `npm run faults -- <name>` runs one in full, `short` runs all of them fewer times. A new run is one line here. */
const runs: Record<string, () => Promise<FaultRun>> = {
  delivery: async () => (await import('./delivery/index.ts')).deliveryFaults,
  campaign: async () => (await import('./campaign/index.ts')).campaignFaults,
  clocks: async () => (await import('./clocks/index.ts')).clockFaults,
  upgrade: async () => (await import('./upgrade/index.ts')).upgradeFaults,
  spool: async () => (await import('./spool/index.ts')).spoolFaults,
  unsubscribe: async () => (await import('./unsubscribe/index.ts')).unsubscribeFaults,
  membership: async () => (await import('./membership/index.ts')).membershipFaults,
  storm: async () => (await import('./storm/index.ts')).stormFaults,
  import: async () => (await import('./import/index.ts')).importFaults,
  idempotency: async () => (await import('./idempotency/index.ts')).idempotencyFaults,
  'rate-limit': async () => (await import('./rate-limit/index.ts')).rateLimitFaults,
  disk: async () => (await import('./disk/index.ts')).diskFaults,
  rotation: async () => (await import('./rotation/index.ts')).rotationFaults,
};

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, short: { type: 'boolean', default: false } },
});
const [name = ''] = positionals;
const isShort = name === 'short' || values.short;
const chosen = Object.entries(runs).filter(([key]) => name === 'short' || key === name);
if (chosen.length === 0) {
  console.error(`Say which: npm run faults -- ${[...Object.keys(runs), 'short'].join(' | ')}`);
  process.exit(2);
}

const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
let passed = 0;
let failed = 0;
function check(statement: string, holds: boolean, detail?: unknown): void {
  if (holds) passed += 1;
  else failed += 1;
  console.log(`${holds ? 'ok' : 'NOT OK'}  ${statement}${detail === undefined ? '' : `  ${JSON.stringify(detail)}`}`);
}

for (const [key, load] of chosen) {
  console.log(`${key}${isShort ? ', short' : ''}, seed ${seed}`);
  const beganAt = performance.now();
  try {
    const run = await load();
    await run({ isShort, seed, check });
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
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
