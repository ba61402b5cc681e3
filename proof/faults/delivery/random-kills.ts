import { type Check, randomFrom, sleep } from '../fault-run.ts';
import { judge } from './judge.ts';
import { judgeRequests } from './judge-requests.ts';
import { inOwnCluster, type OwnCluster } from './own-cluster.ts';
import { type ProcessGroup, startProcessGroup } from './process-group.ts';
import { loseTasks } from './queue-faults.ts';
import { startSenders } from './senders.ts';
import { type FaultSetup, openFaultSetup } from './setup.ts';

/** `kill -9` of API, workers and PostgreSQL at random moments under load, and a queue that loses all its tasks (P3). */
export function killAtRandom(seed: number, faults: number, check: Check): Promise<void> {
  return inOwnCluster(async (cluster) => {
    const began = performance.now();
    const setup = await openFaultSetup();
    const counts = await injectFaults({ setup, faults, random: randomFrom(seed), cluster, groupSize: 2, check });
    await setup.reconnect();
    check('random kills: everything came to an end', await setup.heal(300), counts);
    await judge(setup, 'random kills', check);
    const minutes = ((performance.now() - began) / 60_000).toFixed(1);
    const killed = counts.api + counts.worker + counts.postmaster + counts.backend;
    check(`random kills: ${faults} of them, and the queue lost its tasks`, killed >= faults && counts.tasks > 0, {
      minutes,
    });
    await setup.close();
  });
}

/** The same on the database that is there: API and worker are killed, the database is not. */
export async function killProcesses(setup: FaultSetup, seed: number, faults: number, check: Check): Promise<void> {
  const counts = await injectFaults({ setup, faults, random: randomFrom(seed), cluster: null, groupSize: 1, check });
  check('API and workers were killed under load', counts.api + counts.worker >= faults, counts);
}

interface Injection {
  readonly setup: FaultSetup;
  readonly faults: number;
  readonly random: () => number;
  readonly cluster: OwnCluster | null;
  readonly groupSize: number;
  readonly check: Check;
}

interface KillCounts {
  api: number;
  worker: number;
  postmaster: number;
  backend: number;
  /** Tasks of the queue that were deleted. */
  tasks: number;
}

async function injectFaults({ setup, faults, random, cluster, groupSize, check }: Injection): Promise<KillCounts> {
  const counts: KillCounts = { api: 0, worker: 0, postmaster: 0, backend: 0, tasks: 0 };
  const workers = await startProcessGroup(groupSize, () => setup.worker());
  const apis = await startProcessGroup(groupSize, () => setup.api());
  const senders = await startSenders(setup, () => apis.members.toSorted(() => random() - 0.5));
  const retries = keepRetriesDue(setup);
  while (counts.api + counts.worker + counts.postmaster + counts.backend < faults) {
    await sleep(0.2 + random() * 0.6);
    await injectOne({ counts, workers, apis, setup, cluster, groupSize }, random);
  }
  await senders.finish();
  await retries.stop();
  await Promise.all([workers.stop(), apis.stop()]);
  await setup.reconnect();
  await judgeRequests(setup, senders.requests, check);
  return counts;
}

interface FaultTargets {
  readonly counts: KillCounts;
  readonly workers: ProcessGroup;
  readonly apis: ProcessGroup;
  readonly setup: FaultSetup;
  readonly cluster: OwnCluster | null;
  readonly groupSize: number;
}

async function injectOne(targets: FaultTargets, random: () => number): Promise<void> {
  const { counts, workers, apis, setup, cluster, groupSize } = targets;
  const dice = random();
  if (cluster && dice < 0.06) {
    counts.postmaster += 1;
    setup.crashes += groupSize;
    await cluster.killPostmaster();
  } else if (cluster && dice < 0.14) {
    counts.backend += 1;
    setup.crashes += groupSize;
    await cluster.killBackend();
  } else if (dice < 0.2) {
    counts.tasks += await loseTasks(setup).catch(() => 0); // the database may be away
  } else if (dice < 0.5) {
    if (apis.kill(random())) counts.api += 1;
  } else if (workers.kill(random())) {
    counts.worker += 1;
    setup.crashes += 1;
  }
}

/** Makes retries due at once, and reconnects when the database was gone. */
function keepRetriesDue(setup: FaultSetup): { stop(): Promise<void> } {
  let isStopping = false;
  const run = async (): Promise<void> => {
    while (!isStopping) {
      await sleep(0.3);
      await setup.client
        .query(`update deliveries set due_at = now() where lease_until is null and phase is null and due_at > now()`)
        .catch(() => setup.reconnect().catch(() => {})); // it comes back
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
