import type { Logger } from '#platform/log';
import { queueSchema } from './install.ts';
import type { Queue } from './queue.ts';

const everyMs = 1_000;

const waiting = `
  select name from unnest($1::text[]) n (name)
   where exists (select 1 from ${queueSchema}.job j
                  where j.name = n.name and j.state < 'active' and not j.blocked and j.start_after <= now())`;

/**
 * Looks once a second which of these queues have a task to take, all of them in one statement, and wakes their hands.
 * So an idle worker costs one look a second, however many kinds of tasks there are. It ends with the queue; should it
 * fail, hands still look by themselves now and then.
 */
export function scout(queue: Queue, hands: ReadonlyMap<string, () => void>, log: Logger): void {
  const db = queue.boss.getDb();
  const look = async (): Promise<void> => {
    const { rows } = await db.executeSql(waiting, [[...hands.keys()]]);
    for (const { name } of rows as { name: string }[]) hands.get(name)?.(); // the statement's only column
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
