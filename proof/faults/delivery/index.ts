import type { FaultRun } from '../fault-run.ts';
import { crashAtEachPoint, crashUntilUntouched } from './crash-points.ts';
import { loseDatabase } from './database-away.ts';
import { freezeWorkers } from './frozen-worker.ts';
import { judge } from './judge.ts';
import { loseCommits } from './lost-commits.ts';
import { loseGateRequests } from './lost-gate-requests.ts';
import { openWhileDeferred } from './opens-while-deferred.ts';
import { stopInOrder } from './orderly-stop.ts';
import { losePower } from './power-loss.ts';
import { disturbQueue } from './queue-faults.ts';
import { killAtRandom, killProcesses } from './random-kills.ts';
import { refuseResults } from './refused-results.ts';
import { misbehave } from './relay-faults.ts';
import { disturbSes } from './ses-faults.ts';
import { type FaultSetup, openFaultSetup } from './setup.ts';
import { loseSilently } from './silent-loss.ts';

/** The history checker of delivery: faults, then one healthy worker, then the judge over client, database and sink. */
export const deliveryFaults: FaultRun = async ({ isShort, seed, check }) => {
  const parts: (readonly [name: string, run: (setup: FaultSetup) => Promise<void>])[] = [
    ['orderly stop', (setup) => stopInOrder(setup, check)],
    ['crash points', (setup) => (isShort ? crashAtEachPoint(setup, check) : crashUntilUntouched(setup, check))],
    ['frozen workers', (setup) => freezeWorkers(setup, isShort ? 1 : 5, check)],
    ['lost commits', (setup) => loseCommits(setup, isShort ? 2 : 20, check)],
    ['lost gate requests', (setup) => loseGateRequests(setup, isShort ? 1 : 4, check)],
    ['refused results', (setup) => refuseResults(setup, isShort ? 1 : 5, check)],
    ['queue faults', (setup) => disturbQueue(setup, isShort ? 2 : 10, check)],
    ['relay faults', (setup) => misbehave(setup, isShort ? 1 : 10, seed, check)],
    ['Amazon SES', (setup) => disturbSes(setup, isShort, check)],
    ['opens while deferred', (setup) => openWhileDeferred(setup, check)],
    ...(isShort ? [['killed under load', (setup: FaultSetup) => killProcesses(setup, seed, 6, check)] as const] : []),
  ];
  // The short form shares one setup and one judgement, because most of its time is starting processes.
  const groups = isShort ? [parts] : parts.map((part) => [part]);
  for (const group of groups) {
    const name = group.map(([part]) => part).join(', ');
    const began = performance.now();
    const setup = await openFaultSetup();
    try {
      for (const [, run] of group) await run(setup);
      const seconds = (): number => Math.round((performance.now() - began) / 1_000);
      check(`${name}: everything came to an end`, await setup.heal(), { seconds: seconds() });
      await judge(setup, name, check);
    } finally {
      await setup.close();
    }
  }
  if (isShort) return;
  await loseDatabase(check);
  await loseSilently(check);
  await losePower(seed, 5, check);
  await killAtRandom(seed, 200, check);
};
