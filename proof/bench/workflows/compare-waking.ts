import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { startProcess } from '../../instance/instance.ts';
import { median, report } from '../comparison.ts';
import type { BenchDatabase } from './bench-database.ts';
import { delayIds, workflowId } from './seed-waiting.ts';

interface WakeSize {
  readonly wake: number;
  readonly rounds: number;
}

/**
 * Executions that become due together: each ends its delay, has it logged and counted, and begins the next. Beside them a script that
 * claims and updates the same rows in batches.
 */
export async function compareWaking(database: BenchDatabase, { wake, rounds }: WakeSize): Promise<void> {
  const worker = await startProcess('worker', database.url);
  const times: { ours: number[]; bare: number[] } = { ours: [], bare: [] };
  try {
    await untilNothingIsDue(database); // those that the bench before has started
    for (let round = 0; round < Math.min(rounds, 3); round += 1) {
      await makeDue(database, wake);
      const began = performance.now();
      await untilNothingIsDue(database);
      times.ours.push(performance.now() - began);
    }
  } finally {
    await worker.stop();
  }
  for (let round = 0; round < Math.min(rounds, 3); round += 1) {
    await makeDue(database, wake);
    const began = performance.now();
    await wakeBare(database);
    times.bare.push(performance.now() - began);
  }
  const rateOf = (milliseconds: readonly number[]): number => wake / (median(milliseconds) / 1_000);
  report({
    name: `workflows, ${wake} executions that become due at once`,
    ...{ ours: rateOf(times.ours), bare: rateOf(times.bare), unit: 'executions/s', want: { ratio: { atLeast: 0.3 } } },
  });
}

/** As if their time had come, in one commit. Those of the furthest step stay. */
async function makeDue({ client }: BenchDatabase, count: number): Promise<void> {
  await client.query(
    `update executions set due_at = now(), open = open || jsonb_build_object('executeAfter', now() - interval '1 second')
      where (project_id, id) in (
        select project_id, id from executions
         where workflow_id = $1 and step_id = any ($2::uuid[]) and lease_until is null order by id limit $3)`,
    [workflowId, delayIds.slice(0, -1), count],
  );
}

/** Two index probes. */
async function untilNothingIsDue({ client }: BenchDatabase): Promise<void> {
  const text = `select exists (select 1 from executions where lease_until is not null)
    or exists (select 1 from executions where lease_until is null and lane = 0
                and date_bin('1 second', due_at, timestamptz 'epoch') <= now() and due_at <= now()) as is_busy`;
  for (;;) {
    const { rows } = await client.query<{ is_busy: boolean }>(text);
    if (!rows[0]?.is_busy) return;
    await wait(20);
  }
}

const batch = 500;

/** Claims by the function of the spool, over two connections, and updates each batch in one statement. */
async function wakeBare({ url, projects }: BenchDatabase): Promise<void> {
  const queue = [...projects];
  const loop = async (): Promise<void> => {
    const client = new Client({ connectionString: url });
    await client.connect();
    for (let project = queue.pop(); project; project = queue.pop()) {
      for (;;) {
        const fence = randomUUID();
        const nil = '00000000-0000-0000-0000-000000000000';
        const { rows } = await client.query<{ id: string }>({
          name: 'claim',
          text: 'select id from spool_claim_executions(0::smallint, $1, $2, $3, $4, $5, 60)',
          values: [[project.id], [0], [nil], batch, fence],
        });
        if (rows.length === 0) break;
        await client.query({
          name: 'update',
          text: update,
          values: [project.id, rows.map(({ id }) => id), delayIds[1]],
        });
      }
    }
    await client.end();
  };
  await Promise.all([loop(), loop()]);
}

const update = `update executions
     set step_id = $3, step_execution_id = gen_random_uuid(), steps_ended = steps_ended + 1, updated_at = now(), lease_until = null,
         fence = null, claims = 0, due_at = now() + interval '60 days',
         open = jsonb_build_object('status', 'SCHEDULED', 'startedAt', now(), 'executeAfter', now() + interval '60 days')
   where project_id = $1 and id = any ($2::uuid[])`;
