import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import { asOwner } from '../../../server/src/platform/db/index.ts';
import { newId } from '../../../server/src/platform/ids/index.ts';
import { createMigratedDatabase, dropDatabase, urlOf } from '../../../server/testing/database.ts';
import { addParcels, connect, createParcels, parcels } from '../../../server/testing/spool-yard.ts';
import type { FaultRun } from '../fault-run.ts';
import { randomFrom, sleep } from '../fault-run.ts';
import type { Crew } from './crew.ts';
import { startCrew } from './crew.ts';
import type { Put } from './judge.ts';
import { judge, judgeTables } from './judge.ts';

const crewSize = 3;

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
    const crew = await startCrew(crewSize, { url: urlOf(name), leaseSeconds, notes });
    const feeder = feed(urlOf(name));
    const counts = await inject(crew, client, { faults, leaseSeconds, random: randomFrom(seed) });
    check(`workers were killed and frozen ${faults} times`, counts.kill + counts.freeze === faults, counts);
    const put = await feeder.stop();
    await untilEmpty(client, 120);
    check('no worker ended by itself', crew.deaths === 0, crew.deaths);
    const codes = await crew.stop();
    check(
      'workers stop in good order when told to',
      codes.every((code) => code === 0),
      codes,
    );
    await judge(client, notes, put, check);
  } finally {
    await client.end();
    await dropDatabase(name);
    rmSync(folder, { recursive: true });
  }
};

interface Plan {
  faults: number;
  leaseSeconds: number;
  random: () => number;
}

/** A fault a second; a frozen worker sleeps through twice its lease, so others have had its rows when it wakes. */
async function inject(crew: Crew, client: Client, plan: Plan): Promise<{ kill: number; freeze: number; cut: number }> {
  const counts = { kill: 0, freeze: 0, cut: 0 };
  const underWay: Promise<void>[] = [];
  while (counts.kill + counts.freeze < plan.faults) {
    await sleep(0.4 + plan.random() * 0.8);
    const able = crew.able();
    const victim = able[Math.floor(plan.random() * able.length)];
    if (!victim) continue;
    const dice = plan.random();
    if (dice < 0.1) {
      counts.cut += 1;
      await client.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [
        victim.name,
      ]);
    } else if (dice < 0.55) {
      counts.kill += 1;
      underWay.push(crew.kill(victim));
    } else {
      counts.freeze += 1;
      underWay.push(crew.freeze(victim, plan.leaseSeconds * 2_000));
    }
  }
  await Promise.all(underWay);
  return counts;
}

/** Keeps a few hundred rows waiting, in both lanes and thirty projects. Answers the ids of all it put in. */
function feed(url: string): { stop(): Promise<Put> } {
  const put: Put = { all: [], rooms: [] };
  const projects = Array.from({ length: 30 }, () => newId());
  let isStopping = false;
  const run = async (): Promise<void> => {
    const client = await connect(url);
    for (let turn = 0; !isStopping; turn += 1) {
      const waiting = await client.query(`select from ${parcels} limit 400`);
      const project = projects[turn % projects.length];
      if (project && (waiting.rowCount ?? 0) < 400) {
        const ids = await addParcels(client, project, 5, { lane: turn % 2 });
        put.all.push(...ids);
        if (turn % 2 === 0) put.rooms.push(...ids);
      } else await sleep(0.02);
    }
    await client.end();
  };
  const running = run();
  return {
    async stop() {
      isStopping = true;
      await running;
      return put;
    },
  };
}

async function untilEmpty(client: Client, seconds: number): Promise<void> {
  for (const end = performance.now() + seconds * 1_000; performance.now() < end; await sleep(0.1)) {
    const { rowCount } = await client.query(`select from ${parcels} limit 1`);
    if (rowCount === 0) return;
  }
}
