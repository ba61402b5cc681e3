import type { FaultRun } from '../faults/fault-run.ts';
import { runByName } from '../faults/run-by-name.ts';

/** `npm run scale -- <name>`: more than one machine, on the programs that operators run for it. A new run is one line here. */
const runs: Record<string, () => Promise<FaultRun>> = {
  pooler: async () => (await import('./pooler/index.ts')).poolerRun,
  recovery: async () => (await import('./recovery/index.ts')).recoveryRun,
  failover: async () => (await import('./failover/index.ts')).failover,
  cells: async () => (await import('./cells/index.ts')).cells,
};

export const scaleNames: readonly string[] = Object.keys(runs);

if (import.meta.main) await runByName('scale', runs);
