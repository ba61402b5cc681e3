import type { Logger } from '#platform/log';
import { queueSchema } from './install.ts';
import type { Queue } from './queue.ts';

const everyMs = 1_000;

const waiting = `
  select name from unnest($1::text[]) n (name)
   where exists (select 1 from ${queueSchema}.job j
                  where j.name = n.name and j.state < 'active' and not j.blocked and j.start_after <= now())`;

/**
 * Checks once a second which of these queues have a task that can run, all of them in one statement, and wakes their workers.
 * So an idle process costs one statement a second, however many kinds of tasks there are. It ends with the queue; if it
 * fails, workers still poll by themselves at a longer interval.
 */
export function pollQueues(queue: Queue, workers: ReadonlyMap<string, () => void>, log: Logger): void {
  const db = queue.boss.getDb();
  const look = async (): Promise<void> => {
    const { rows } = await db.executeSql(waiting, [[...workers.keys()]]);
    for (const { name } of rows as { name: string }[]) workers.get(name)?.(); // the statement's only column
  };
  const turn = (): void => {
    if (queue.isStopping()) return;
    look()
      .catch((error: unknown) => {
        if (!queue.isStopping()) log.warn({ error }, 'looking for tasks failed, tries again');
      })
      .finally(() => setTimeout(turn, everyMs).unref());
  };
  turn();
}
