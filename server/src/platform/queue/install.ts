import type { Client } from 'pg';
import { PgBoss } from 'pg-boss';
import type { AnyTask } from './define-task.ts';

export const queueSchema = 'queue';

/** Name of the queue that a schedule fires. */
export const scheduleQueue = (name: string): string => `schedule.${name}`;

/** Installs or upgrades the queue's tables and creates one queue per task. Only the migrator calls this, as owner. */
export async function installQueue(
  client: Client,
  tasks: readonly AnyTask[],
  schedules: readonly { name: string }[],
): Promise<void> {
  const db = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) };
  const boss = new PgBoss({
    db,
    schema: queueSchema,
    migrate: true,
    createSchema: true,
    supervise: false,
    schedule: false,
  });
  boss.on('error', () => {}); // every failing statement also rejects the call that made it
  await boss.start();
  for (const task of tasks) await ensureQueue(boss, task.name, queueOptions(task));
  for (const schedule of schedules) {
    await ensureQueue(boss, scheduleQueue(schedule.name), { policy: 'short', retryLimit: 0, ...retention });
  }
  await boss.stop({ graceful: false });
  await client.query(grants);
}

const retention = { deleteAfterSeconds: 3_600, heartbeatSeconds: 20 } as const;

const queueOptions = (task: AnyTask) => ({
  policy: task.isMerged ? 'short' : 'standard',
  retryLimit: (task.retry?.attempts ?? 5) - 1,
  retryDelay: task.retry?.delaySeconds ?? 5,
  retryBackoff: true,
  ...(task.retry?.maxDelaySeconds ? { retryDelayMax: task.retry.maxDelaySeconds } : {}),
  expireInSeconds: task.expireSeconds ?? 900,
  ...retention,
});

async function ensureQueue(boss: PgBoss, name: string, options: Parameters<PgBoss['createQueue']>[1]): Promise<void> {
  if (!(await boss.getQueue(name))) return boss.createQueue(name, options);
  const { policy: _fixed, ...changeable } = options ?? {};
  return boss.updateQueue(name, changeable);
}

const grants = `
  grant usage on schema ${queueSchema} to postrider_app, postrider_worker;
  grant usage on schema ${queueSchema} to postrider_dispatch;
  grant select (name, state, data) on ${queueSchema}.job to postrider_dispatch;
  grant select on ${queueSchema}.queue to postrider_app;
  grant select, insert on all tables in schema ${queueSchema} to postrider_app;
  revoke insert on ${queueSchema}.queue, ${queueSchema}.version, ${queueSchema}.schedule from postrider_app;
  grant select, insert, update, delete on all tables in schema ${queueSchema} to postrider_worker;
  grant execute on all functions in schema ${queueSchema} to postrider_app, postrider_worker`;
