import { PgBoss, type SendOptions } from 'pg-boss';
import { type Db, writeLater } from '#platform/db';
import type { AnyTask, EnqueueOptions, TaskPriority } from './define-task.ts';
import { queueSchema } from './install.ts';
import { markMerging } from './merging.ts';
import { openQueueDatabase, type QueueDatabaseOptions } from './queue-database.ts';

export interface QueueOptions extends QueueDatabaseOptions {
  /** Workers recover lost tasks and run schedules; API processes only enqueue. */
  isWorker: boolean;
}

export interface Queue {
  readonly boss: PgBoss;
  /** Enqueues on the caller's transaction: the task exists if and only if the transaction commits. */
  enqueue(db: Db, task: AnyTask, projectId: string | null, payload: unknown, options?: EnqueueOptions): Promise<void>;
  /** True as soon as `drain` or `stop` was called. */
  isStopping(): boolean;
  /** Fetches no more tasks and waits for those that run. Tasks may still be enqueued. */
  drain(withinMs: number): Promise<void>;
  stop(): Promise<void>;
}

const priorities: Record<TaskPriority, number> = { urgent: 20, normal: 10, bulk: 0 };

export async function startQueue(options: QueueOptions): Promise<Queue> {
  const db = openQueueDatabase(options);
  const boss = new PgBoss({
    db,
    schema: queueSchema,
    migrate: false,
    createSchema: false,
    supervise: options.isWorker,
    // A dead worker's task is found when its heartbeat has lapsed (20 s), at the next check (15 s at most).
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 10,
    schedule: options.isWorker,
    reindex: false, // Why: only the owner may rebuild indexes; operators run it, see docs/operating
  });
  boss.on('error', (error) => options.log.error({ error }, 'queue error'));
  await boss.start().catch(async (error: unknown) => {
    await db.close();
    throw error;
  });
  let isStopping = false;
  return {
    boss,
    enqueue: (...args) => enqueue(boss, ...args),
    isStopping: () => isStopping,
    drain(withinMs) {
      isStopping = true;
      return boss.stop({ close: false, graceful: true, timeout: withinMs });
    },
    async stop() {
      isStopping = true;
      await boss.stop({ graceful: true, timeout: 30_000 });
      await db.close();
    },
  };
}

async function enqueue(
  boss: PgBoss,
  db: Db,
  task: AnyTask,
  projectId: string | null,
  payload: unknown,
  options: EnqueueOptions = {},
): Promise<void> {
  if (task.scope === 'project' && projectId === null) throw new Error(`${task.name} needs a project`);
  const envelope = { projectId: task.scope === 'project' ? projectId : null, payload: task.payload.parse(payload) };
  // Why: whether an equal task waits already decides nothing here, so nobody waits for the answer.
  const transaction = task.isMerged ? laterOnTransaction(db) : onTransaction(db);
  if (task.isMerged) await markMerging(transaction, task.name, envelope.projectId);
  const send: SendOptions = {
    db: transaction,
    priority: priorities[task.priority ?? 'normal'],
    ...(projectId === null ? {} : { group: { id: projectId } }),
    ...(options.startAfter ? { startAfter: options.startAfter } : {}),
    ...(task.isMerged ? { singletonKey: `${projectId ?? ''}/${options.mergeKey ?? ''}` } : {}),
  };
  const id = await boss.send(task.name, envelope, send);
  if (id === null && !task.isMerged) throw new Error(`the queue refused ${task.name}`);
}

const onTransaction = (db: Db) => ({
  async executeSql(sql: string, values: unknown[] = []): Promise<{ rows: unknown[] }> {
    const { rows } = await db.withoutPlugins().executeQuery(rawQuery(sql, values));
    return { rows: [...rows] };
  },
});

const laterOnTransaction = (db: Db) => ({
  async executeSql(sql: string, values: unknown[] = []): Promise<{ rows: unknown[] }> {
    writeLater(db, rawQuery(sql, values));
    return { rows: [] };
  },
});

const rawQuery = (sql: string, parameters: readonly unknown[]) => ({
  sql,
  parameters,
  query: { kind: 'RawNode', sqlFragments: [sql], parameters: [] } as const,
  queryId: { queryId: 'queue' },
});
