import { parseArgs } from 'node:util';
import { dropDatabase } from '../../../server/testing/database.ts';
import { idleCpuShare } from '../../faults/membership/idle-cpu.ts';
import { startProcess } from '../../instance/instance.ts';
import { report } from '../comparison.ts';
import { type BenchDatabase, makeBenchDatabase } from './bench-database.ts';
import { compareStarts } from './compare-starts.ts';
import { compareTracks } from './compare-tracks.ts';
import { compareWaking } from './compare-waking.ts';
import { measureSimulation } from './measure-simulation.ts';
import { seedWaiting, storageOf } from './seed-waiting.ts';

/** `--waiting` executions that wait for months, `--wake` how many of them become due at once; `--short` to see that it works. */
export async function benchWorkflows(options: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...options],
    options: {
      waiting: { type: 'string', default: '1000000' },
      wake: { type: 'string', default: '100000' },
      short: { type: 'boolean', default: false },
    },
    strict: false,
  });
  const size = values.short
    ? { waiting: 12_000, wake: 3_000, rounds: 1, milliseconds: 1_500, idleSeconds: 5 }
    : { waiting: Number(values.waiting), wake: Number(values.wake), rounds: 5, milliseconds: 4_000, idleSeconds: 15 };
  const [waiting, empty] = [await makeBenchDatabase(), await makeBenchDatabase()];
  try {
    const began = performance.now();
    await seedWaiting(waiting, size.waiting);
    const detail = { seconds: Math.round((performance.now() - began) / 1_000), ...(await storageOf(waiting.client)) };
    console.log(JSON.stringify({ seeded: size.waiting, ...detail }));
    await measureIdle({ waiting, empty }, size);
    await measureSimulation(empty, size);
    await compareTracks({ waiting, empty }, size);
    await compareStarts(waiting, size);
    await compareWaking(waiting, size);
  } finally {
    for (const { client, name } of [waiting, empty]) {
      await client.end();
      await dropDatabase(name);
    }
  }
}

/** A worker with all spools, while everything waits; beside it one with no executions at all. */
async function measureIdle(
  { waiting, empty }: { waiting: BenchDatabase; empty: BenchDatabase },
  { waiting: count, idleSeconds }: { waiting: number; idleSeconds: number },
): Promise<void> {
  const without = await idleShare(empty, idleSeconds);
  const { own, database } = await idleShare(waiting, idleSeconds);
  report({
    name: `workflows, idle worker beside ${count} waiting executions`,
    ours: own + database,
    unit: '% of a core',
    want: { ours: { atMost: 1 } },
    detail: { own, database, withoutExecutions: without.own + without.database },
  });
}

async function idleShare({ client, url }: BenchDatabase, seconds: number): Promise<{ own: number; database: number }> {
  const worker = await startProcess('worker', url);
  try {
    await new Promise((resolve) => setTimeout(resolve, 10_000)); // what it compiles and sweeps after its start
    const { worker: own, database } = await idleCpuShare(client, worker.child.pid ?? 0, seconds);
    return { own, database };
  } finally {
    await worker.stop();
  }
}
