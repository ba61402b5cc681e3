import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import type { InstanceContext } from '#platform/context';

/** Set by `restore`, taken away by `resume-sending`: meanwhile no worker starts. */
interface WorkerPause {
  readonly pausedAt: Date;
  /** When the backup was taken. */
  readonly backupAt: Date;
}

export const findWorkerPause = async (ctx: InstanceContext): Promise<WorkerPause | null> =>
  (await ctx.read(({ db }) => db.selectFrom('workerPause').select(['pausedAt', 'backupAt']).executeTakeFirst())) ??
  null;

const lookEveryMs = 1_000;

/** Waits while there is a pause. False when the process stops first. */
export async function whenNotPaused(ctx: InstanceContext): Promise<boolean> {
  for (let looks = 0; !ctx.stopping.aborted; looks += 1) {
    const isPaused = await findWorkerPause(ctx).then(Boolean, (error: unknown) => {
      ctx.log.warn({ error }, 'the pause of workers could not be read, tries again');
      return true;
    });
    if (!isPaused) return true;
    if (looks === 0)
      ctx.log.warn('this installation was restored from a backup: the worker waits for `postrider resume-sending`');
    await delay(lookEveryMs, undefined, { signal: ctx.stopping }).catch(() => {});
  }
  return false;
}

/** Only the owner of the schema may: inside the transaction that restores the rows. */
export const setWorkerPause = (owner: Client, backupAt: string) =>
  owner.query('insert into worker_pause (paused_at, backup_at) values (now(), $1)', [backupAt]);

export const endWorkerPause = (owner: Client) => owner.query('delete from worker_pause');
