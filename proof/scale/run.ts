import type { FaultRun } from '../faults/fault-run.ts';
import { runByName } from '../faults/run-by-name.ts';

/** `npm run scale -- <name>`: more than one machine, on the programs that operators run for it. A new run is one line here. */
const runs: Record<string, () => Promise<FaultRun>> = {
  cells: async () => (await import('./cells/index.ts')).cells,
};

await runByName('scale', runs);
