import type { Check } from '../fault-run.ts';
import { randomFrom, sleep } from '../fault-run.ts';
import type { Crew } from './crew.ts';
import { hireCrew } from './crew.ts';
import { judge } from './judge.ts';
import { judgeRequests } from './judge-requests.ts';
import type { OwnCluster } from './own-cluster.ts';
import { inOwnCluster } from './own-cluster.ts';
import { loseTasks } from './queue-faults.ts';
import { startSenders } from './senders.ts';
import type { FaultYard } from './yard.ts';
import { openFaultYard } from './yard.ts';

/** `kill -9` of API, workers and PostgreSQL at random moments under load, and a queue that loses all its tasks (P3). */
export function killAtRandom(seed: number, faults: number, check: Check): Promise<void> {
  return inOwnCluster(async (cluster) => {
    const began = performance.now();
    const yard = await openFaultYard();
    const counts = await injectFaults({ yard, faults, random: randomFrom(seed), cluster, crewSize: 2, check });
    await yard.reconnect();
    check('random kills: everything came to an end', await yard.heal(300), counts);
    await judge(yard, 'random kills', check);
    const minutes = ((performance.now() - began) / 60_000).toFixed(1);
    const killed = counts.api + counts.worker + counts.postmaster + counts.backend;
    check(`random kills: ${faults} of them, and the queue lost its tasks`, killed >= faults && counts.tasks > 0, {
      minutes,
    });
    await yard.close();
  });
}

/** The same on the database that is there: API and worker are killed, the database is not. */
export async function killProcesses(yard: FaultYard, seed: number, faults: number, check: Check): Promise<void> {
  const counts = await injectFaults({ yard, faults, random: randomFrom(seed), cluster: null, crewSize: 1, check });
  check('API and workers were killed under load', counts.api + counts.worker >= faults, counts);
}

interface Injection {
  readonly yard: FaultYard;
  readonly faults: number;
  readonly random: () => number;
  readonly cluster: OwnCluster | null;
  readonly crewSize: number;
  readonly check: Check;
}

interface Counts {
  api: number;
  worker: number;
  postmaster: number;
  backend: number;
  /** Tasks of the queue that were deleted. */
  tasks: number;
}

async function injectFaults({ yard, faults, random, cluster, crewSize, check }: Injection): Promise<Counts> {
  const counts: Counts = { api: 0, worker: 0, postmaster: 0, backend: 0, tasks: 0 };
  const workers = await hireCrew(crewSize, () => yard.worker());
  const apis = await hireCrew(crewSize, () => yard.api());
  const senders = await startSenders(yard, () => apis.members.toSorted(() => random() - 0.5));
  const haste = hurry(yard);
  while (counts.api + counts.worker + counts.postmaster + counts.backend < faults) {
    await sleep(0.2 + random() * 0.6);
    await injectOne({ counts, workers, apis, yard, cluster, crewSize }, random);
  }
  await senders.finish();
  await haste.stop();
  await Promise.all([workers.dismiss(), apis.dismiss()]);
  await yard.reconnect();
  await judgeRequests(yard, senders.requests, check);
  return counts;
}

interface Scene {
  readonly counts: Counts;
  readonly workers: Crew;
  readonly apis: Crew;
  readonly yard: FaultYard;
  readonly cluster: OwnCluster | null;
  readonly crewSize: number;
}

async function injectOne(scene: Scene, random: () => number): Promise<void> {
  const { counts, workers, apis, yard, cluster, crewSize } = scene;
  const dice = random();
  if (cluster && dice < 0.06) {
    counts.postmaster += 1;
    yard.crashes += crewSize;
    await cluster.killPostmaster();
  } else if (cluster && dice < 0.14) {
    counts.backend += 1;
    yard.crashes += crewSize;
    await cluster.killBackend();
  } else if (dice < 0.2) {
    counts.tasks += await loseTasks(yard).catch(() => 0); // the database may be away
  } else if (dice < 0.5) {
    if (apis.kill(random())) counts.api += 1;
  } else if (workers.kill(random())) {
    counts.worker += 1;
    yard.crashes += 1;
  }
}

/** Makes retries due at once, and takes up the connection again when the database was gone. */
function hurry(yard: FaultYard): { stop(): Promise<void> } {
  let isStopping = false;
  const run = async (): Promise<void> => {
    while (!isStopping) {
      await sleep(0.3);
      await yard.client
        .query(`update deliveries set due_at = now() where lease_until is null and phase is null and due_at > now()`)
        .catch(() => yard.reconnect().catch(() => {})); // it comes back
    }
  };
  const running = run();
  return {
    stop() {
      isStopping = true;
      return running;
    },
  };
}
