import type { ServerProcess } from '../../instance/instance.ts';
import type { Check } from '../fault-run.ts';
import { randomFrom, sleep } from '../fault-run.ts';
import { judge } from './judge.ts';
import type { OwnCluster } from './own-cluster.ts';
import { makeCluster } from './own-cluster.ts';
import type { FaultYard } from './yard.ts';
import { openFaultYard } from './yard.ts';

const crewSize = 3;
const backlog = 200;

/** `kill -9` of workers and of PostgreSQL at random moments under load, in a cluster of its own. */
export async function killAtRandom(seed: number, faults: number, check: Check): Promise<void> {
  const cluster = await makeCluster();
  const usual = process.env.TEST_DATABASE_URL;
  process.env.TEST_DATABASE_URL = cluster.url;
  const began = performance.now();
  try {
    const yard = await openFaultYard();
    const counts = await inject(yard, cluster, faults, randomFrom(seed));
    await yard.reconnect();
    check('random kills: everything came to an end', await yard.heal(300), counts);
    await judge(yard, 'random kills', check);
    const minutes = ((performance.now() - began) / 60_000).toFixed(1);
    check(`random kills: ${faults} of them`, counts.worker + counts.postmaster + counts.backend >= faults, { minutes });
    await yard.close();
  } finally {
    if (usual === undefined) delete process.env.TEST_DATABASE_URL;
    else process.env.TEST_DATABASE_URL = usual;
    await cluster.drop();
  }
}

interface Counts {
  worker: number;
  postmaster: number;
  backend: number;
}

async function inject(yard: FaultYard, cluster: OwnCluster, faults: number, random: () => number): Promise<Counts> {
  const counts: Counts = { worker: 0, postmaster: 0, backend: 0 };
  const crew = new Set<ServerProcess>();
  const hire = async (): Promise<void> => {
    for (;;) {
      const worker = await yard.worker().catch(() => null); // PostgreSQL may be away
      if (worker) return void crew.add(worker);
      await sleep(0.5);
    }
  };
  await Promise.all(Array.from({ length: crewSize }, hire));
  const feeder = feed(yard);
  const hiring: Promise<void>[] = [];
  while (counts.worker + counts.postmaster + counts.backend < faults) {
    await sleep(0.2 + random() * 0.6);
    const dice = random();
    if (dice < 0.06) {
      counts.postmaster += 1;
      yard.crashes += crewSize;
      await cluster.killPostmaster();
    } else if (dice < 0.15) {
      counts.backend += 1;
      yard.crashes += crewSize;
      await cluster.killBackend();
    } else {
      const [victim] = [...crew].slice(Math.floor(random() * crew.size));
      if (!victim) continue;
      counts.worker += 1;
      yard.crashes += 1;
      crew.delete(victim);
      victim.child.kill('SIGKILL');
      hiring.push(hire());
    }
  }
  await Promise.all(hiring);
  await feeder.stop();
  await Promise.all([...crew].map((worker) => worker.stop()));
  return counts;
}

/** One address of each batch is taken off again at once. */
async function acceptSome(yard: FaultYard): Promise<void> {
  const [id] = await yard.accept(20);
  const { rows } = await yard.client.query<{ recipient: string }>('select recipient from emails where id = $1', [id]);
  if (rows[0]) await yard.suppress(rows[0].recipient);
}

/** Keeps some mail waiting; whatever the database did not acknowledge is not in the client's log. */
function feed(yard: FaultYard): { stop(): Promise<void> } {
  let isStopping = false;
  const run = async (): Promise<void> => {
    while (!isStopping) {
      try {
        const { rowCount } = await yard.client.query(`select from deliveries limit ${backlog}`);
        if ((rowCount ?? 0) < backlog) await acceptSome(yard);
        await yard.client.query(
          `update deliveries set due_at = now() where lease_until is null and phase is null and due_at > now()`,
        );
        await sleep(0.1);
      } catch {
        await sleep(0.3);
        await yard.reconnect().catch(() => {}); // it comes back
      }
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
