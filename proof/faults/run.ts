import type { FaultRun } from './fault-run.ts';
import { runByName } from './run-by-name.ts';

/**
 * `npm run faults -- <name>` runs one in full, `short` runs most of them fewer times, two at a time. A new run is one line here; those
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
  submission: async () => (await import('./submission/index.ts')).submissionFaults,
  rotation: async () => (await import('./rotation/index.ts')).rotationFaults,
  'project-life': async () => (await import('./project-life/index.ts')).projectLifeFaults,
  'workflow-races': async () => (await import('./workflow-races/index.ts')).workflowRaces,
};

/** Runs that `short` leaves out, because their short forms take several minutes each: the run of every night names them (`.ci/run`). */
const byNameAlone = new Set(['workflow-races', 'project-life', 'billing', 'webhooks', 'submission']);

export const faultNames: readonly string[] = Object.keys(runs);

if (import.meta.main) {
  await runByName(
    'faults',
    runs,
    faultNames.filter((name) => !byNameAlone.has(name)),
  );
}
