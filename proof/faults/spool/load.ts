import type { Client } from 'pg';
import { newId } from '../../../server/src/platform/ids/index.ts';
import { addParcels, connect, parcels } from '../../../server/testing/spool-setup.ts';
import { sleep } from '../fault-run.ts';

/** The ids of the rows that were added; those in `inTransaction` are completed in the handler's own transaction. */
export interface AddedRows {
  readonly all: string[];
  readonly inTransaction: string[];
}

const maxWaiting = 100;

/** Keeps some rows waiting, in both lanes and thirty projects. `stop` returns the ids of all rows it added. */
export function feed(url: string): { stop(): Promise<AddedRows> } {
  const added: AddedRows = { all: [], inTransaction: [] };
  const projects = Array.from({ length: 30 }, () => newId());
  let isStopping = false;
  const run = async (): Promise<void> => {
    const client = await connect(url);
    for (let turn = 0; !isStopping; turn += 1) {
      const waiting = await client.query(`select from ${parcels} limit ${maxWaiting}`);
      const project = projects[turn % projects.length];
      if (project && (waiting.rowCount ?? 0) < maxWaiting) {
        const ids = await addParcels(client, project, 5, { lane: turn % 2 });
        added.all.push(...ids);
        if (turn % 2 === 0) added.inTransaction.push(...ids);
      } else await sleep(0.02);
    }
    await client.end();
  };
  const running = run();
  return {
    async stop() {
      isStopping = true;
      await running;
      return added;
    },
  };
}

/** Waits until all rows are done; rows that a failure has postponed for minutes are made due now. */
export async function untilEmpty(client: Client, seconds: number): Promise<void> {
  for (const end = performance.now() + seconds * 1_000; performance.now() < end; await sleep(0.2)) {
    await client.query(
      `update ${parcels} set due_at = now() where lease_until is null and due_at > now() + interval '5 s'`,
    );
    const { rowCount } = await client.query(`select from ${parcels} limit 1`);
    if (rowCount === 0) return;
  }
}
