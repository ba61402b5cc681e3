import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import { asOwner } from '../../../server/src/platform/db/index.ts';
import { createMigratedDatabase, dropDatabase, urlOf } from '../../../server/testing/database.ts';
import { connect, createParcels } from '../../../server/testing/spool-setup.ts';
import { type FaultRun, randomFrom, sleep } from '../fault-run.ts';
import { judge, judgeTables } from './judge.ts';
import { feed, untilEmpty } from './load.ts';
import { startWorkerPool, type WorkerPool } from './worker-pool.ts';

const poolSize = 3;
/** On a busy machine no worker may have taken over when a frozen one continues; then a few more are frozen. */
const maxExtra = 20;

/** Workers are killed, frozen past their lease and cut off from the database while rows keep coming. */
export const spoolFaults: FaultRun = async ({ isShort, seed, check }) => {
  const [faults, leaseSeconds] = isShort ? [12, 1.5] : [100, 3];
  const name = await createMigratedDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'spool-faults-'));
  const notes = join(folder, 'notes');
  writeFileSync(notes, '');
  await createParcels(urlOf(name));
  await asOwner(urlOf(name), (client) => client.query(judgeTables));
  const client = await connect(urlOf(name));
  try {
    const pool = await startWorkerPool(poolSize, { url: urlOf(name), leaseSeconds, notes });
    const feeder = feed(urlOf(name));
    const counts = await inject(pool, client, {
      faults,
      leaseSeconds,
      random: randomFrom(seed),
      wasAnyRefused: () => readFileSync(notes, 'utf8').includes('refused '),
    });
    check(`workers were killed and frozen ${faults} times`, counts.kill + counts.freeze >= faults, counts);
    const added = await feeder.stop();
    await untilEmpty(client, 120);
    check('no worker ended by itself', pool.deaths === 0, pool.deaths);
    const codes = await pool.stop();
    check(
      'workers stop in good order on SIGTERM',
      codes.every((code) => code === 0),
      codes,
    );
    await judge(client, notes, added, check);
  } finally {
    await client.end();
    await dropDatabase(name);
    rmSync(folder, { recursive: true });
  }
};

interface FaultPlan {
  faults: number;
  leaseSeconds: number;
  random: () => number;
  wasAnyRefused: () => boolean;
}

interface SpoolFaultCounts {
  kill: number;
  freeze: number;
  cut: number;
}

/** A fault a second; a frozen worker is suspended for twice its lease, so others have had its rows when it continues. */
async function inject(pool: WorkerPool, client: Client, plan: FaultPlan): Promise<SpoolFaultCounts> {
  const counts = { kill: 0, freeze: 0, cut: 0 };
  const underWay: Promise<void>[] = [];
  const done = (): number => counts.kill + counts.freeze;
  while (done() < plan.faults || (done() < plan.faults + maxExtra && !plan.wasAnyRefused())) {
    await sleep(0.4 + plan.random() * 0.8);
    const available = pool.available();
    const victim = available[Math.floor(plan.random() * available.length)];
    if (!victim) continue;
    const dice = done() < plan.faults ? plan.random() : 1;
    if (dice < 0.1) {
      counts.cut += 1;
      await client.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [
        victim.name,
      ]);
    } else if (dice < 0.55) {
      counts.kill += 1;
      underWay.push(pool.kill(victim));
    } else {
      counts.freeze += 1;
      underWay.push(pool.freeze(victim, plan.leaseSeconds * 2_000));
    }
  }
  await Promise.all(underWay);
  return counts;
}
