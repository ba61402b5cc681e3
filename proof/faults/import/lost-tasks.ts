import type { Client } from 'pg';
import { makeLogger } from '../../../server/src/platform/log/index.ts';
import { startQueue } from '../../../server/src/platform/queue/index.ts';
import { pooledUrl } from '../../../server/testing/pooler.ts';

/** Reassigns the tasks of dead workers, as time and any worker's supervisor would do. */
export interface LostTasks {
  reassign(): Promise<void>;
  close(): Promise<void>;
}

/** Why: a lost task is found after a minute or two. The clock is moved instead of waiting; the queue does the rest. */
export async function watchLostTasks(client: Client, url: string): Promise<LostTasks> {
  const queue = await startQueue({
    url: pooledUrl(url),
    poolSize: 1,
    isWorker: false,
    log: makeLogger({ level: 'error' }),
  });
  return {
    async reassign() {
      await client.query(`update queue.job set heartbeat_on = now() - interval '1 hour' where state = 'active'`);
      await client.query('update queue.queue set monitor_claim_on = null, monitor_on = null');
      await queue.boss.supervise();
      await client.query(`update queue.job set start_after = now() where state = 'retry'`);
    },
    close: () => queue.stop(),
  };
}
