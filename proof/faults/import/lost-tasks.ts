import type { Client } from 'pg';
import { makeLogger } from '../../../server/src/platform/log/index.ts';
import { startQueue } from '../../../server/src/platform/queue/index.ts';

/** Hands the tasks of dead workers to others, as time and any worker's supervisor would do. */
export interface LostTasks {
  hand(): Promise<void>;
  close(): Promise<void>;
}

/** Why: a lost task is found after a minute or two. The clock is turned on instead of waiting; the rest is the queue's. */
export async function watchLostTasks(client: Client, url: string): Promise<LostTasks> {
  const queue = await startQueue({ url, poolSize: 1, isWorker: false, log: makeLogger({ level: 'error' }) });
  return {
    async hand() {
      await client.query(`update queue.job set heartbeat_on = now() - interval '1 hour' where state = 'active'`);
      await client.query('update queue.queue set monitor_claim_on = null, monitor_on = null');
      await queue.boss.supervise();
      await client.query(`update queue.job set start_after = now() where state = 'retry'`);
    },
    close: () => queue.stop(),
  };
}
