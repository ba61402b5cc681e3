import type { Client } from 'pg';
import { newId } from '../../../server/src/platform/ids/index.ts';
import { addParcels, connect, parcels } from '../../../server/testing/spool-yard.ts';
import { sleep } from '../fault-run.ts';

/** The ids of the rows that were put in; those in `rooms` are completed by a room's own transaction. */
export interface Put {
  readonly all: string[];
  readonly rooms: string[];
}

const mostWaiting = 100;

/** Keeps some rows waiting, in both lanes and thirty projects. Answers the ids of all it put in. */
export function feed(url: string): { stop(): Promise<Put> } {
  const put: Put = { all: [], rooms: [] };
  const projects = Array.from({ length: 30 }, () => newId());
  let isStopping = false;
  const run = async (): Promise<void> => {
    const client = await connect(url);
    for (let turn = 0; !isStopping; turn += 1) {
      const waiting = await client.query(`select from ${parcels} limit ${mostWaiting}`);
      const project = projects[turn % projects.length];
      if (project && (waiting.rowCount ?? 0) < mostWaiting) {
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

/** Heals and waits: rows that a failure has put off for minutes are moved to now. */
export async function untilEmpty(client: Client, seconds: number): Promise<void> {
  for (const end = performance.now() + seconds * 1_000; performance.now() < end; await sleep(0.2)) {
    await client.query(
      `update ${parcels} set due_at = now() where lease_until is null and due_at > now() + interval '5 s'`,
    );
    const { rowCount } = await client.query(`select from ${parcels} limit 1`);
    if (rowCount === 0) return;
  }
}
