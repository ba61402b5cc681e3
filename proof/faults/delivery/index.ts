import type { FaultRun } from '../fault-run.ts';
import { crashAtEachPoint, crashUntilUntouched } from './crash-points.ts';
import { loseDatabase } from './database-away.ts';
import { freezeWorkers } from './frozen-worker.ts';
import { judge } from './judge.ts';
import { loseCommits } from './lost-commits.ts';
import { loseQuestions } from './lost-questions.ts';
import { openWhileDeferred } from './opens-while-deferred.ts';
import { stopInOrder } from './orderly-stop.ts';
import { losePower } from './power-loss.ts';
import { disturbQueue } from './queue-faults.ts';
import { killAtRandom, killProcesses } from './random-kills.ts';
import { refuseResults } from './refused-results.ts';
import { misbehave } from './relay-faults.ts';
import { disturbSes } from './ses-faults.ts';
import { loseSilently } from './silent-loss.ts';
import type { FaultYard } from './yard.ts';
import { openFaultYard } from './yard.ts';

/** The history checker of delivery: faults, then one healthy worker, then the judge over client, database and sink. */
export const deliveryFaults: FaultRun = async ({ isShort, seed, check }) => {
  const parts: (readonly [name: string, run: (yard: FaultYard) => Promise<void>])[] = [
    ['orderly stop', (yard) => stopInOrder(yard, check)],
    ['crash points', (yard) => (isShort ? crashAtEachPoint(yard, check) : crashUntilUntouched(yard, check))],
    ['frozen workers', (yard) => freezeWorkers(yard, isShort ? 1 : 5, check)],
    ['lost commits', (yard) => loseCommits(yard, isShort ? 2 : 20, check)],
    ['lost questions', (yard) => loseQuestions(yard, isShort ? 1 : 4, check)],
    ['refused results', (yard) => refuseResults(yard, isShort ? 1 : 5, check)],
    ['queue faults', (yard) => disturbQueue(yard, isShort ? 2 : 10, check)],
    ['relay faults', (yard) => misbehave(yard, isShort ? 1 : 10, seed, check)],
    ['Amazon SES', (yard) => disturbSes(yard, isShort, check)],
    ['opens while deferred', (yard) => openWhileDeferred(yard, check)],
    ...(isShort ? [['killed under load', (yard: FaultYard) => killProcesses(yard, seed, 6, check)] as const] : []),
  ];
  // The short form shares one house and one judgement, because most of its time is starting processes.
  const groups = isShort ? [parts] : parts.map((part) => [part]);
  for (const group of groups) {
    const name = group.map(([part]) => part).join(', ');
    const began = performance.now();
    const yard = await openFaultYard();
    try {
      for (const [, run] of group) await run(yard);
      const seconds = (): number => Math.round((performance.now() - began) / 1_000);
      check(`${name}: everything came to an end`, await yard.heal(), { seconds: seconds() });
      await judge(yard, name, check);
    } finally {
      await yard.close();
    }
  }
  if (isShort) return;
  await loseDatabase(check);
  await loseSilently(check);
  await losePower(seed, 5, check);
  await killAtRandom(seed, 200, check);
};
