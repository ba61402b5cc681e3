import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import type { InstanceContext } from '#platform/context';

/** Set by `restore`, `pause-sending` or a worker, taken away by `resume-sending`: meanwhile no worker starts and no mail leaves. */
interface WorkerPause {
  /** What was accepted later cannot have left before the pause. */
  readonly pausedAt: Date;
  /** When the backup was taken; or the moment at least to which the database knows what happened. */
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
    if (looks === 0) ctx.log.warn('sending is paused: the worker waits for `postrider resume-sending`');
    await delay(lookEveryMs, undefined, { signal: ctx.stopping }).catch(() => {});
  }
  return false;
}

/** Only the owner of the schema may: inside the transaction that restores the rows. */
export const setWorkerPause = (owner: Client, backupAt: string) =>
  owner.query('insert into worker_pause (paused_at, backup_at) values (now(), $1)', [backupAt]);

/** Only the owner of the schema may. */
export const endWorkerPause = (owner: Client) =>
  owner.query(
    `with ended as (delete from worker_pause)
     insert into sending_resumes (resumed_at) values (now()) on conflict (is_only) do update set resumed_at = excluded.resumed_at`,
  );

/**
 * Pauses this installation, whose database was restored with tools of PostgreSQL. An operator does so before mail is accepted; a worker may
 * notice later, by mail that has left, the last of it at `lastLeft`. Returns the pause that there is now.
 */
export async function beginWorkerPause(
  ctx: InstanceContext,
  lastLeft: string | null = null,
): Promise<WorkerPause & { readonly isNew: boolean }> {
  const [row] = await ctx.dispatch<{ paused_at: Date; backup_at: Date; is_new: boolean }>('pause_sending', [lastLeft]);
  if (!row) throw new Error('the pause of workers was not set');
  return { pausedAt: row.paused_at, backupAt: row.backup_at, isNew: row.is_new };
}

/** Mail that left before is settled. */
export async function lastResumedAt(ctx: InstanceContext): Promise<Date | null> {
  const row = await ctx.read(({ db }) => db.selectFrom('sendingResumes').select('resumedAt').executeTakeFirst());
  return row?.resumedAt ?? null;
}

/** Identifies the running server; another one may have been restored. */
export async function serverStart(ctx: InstanceContext): Promise<string> {
  const [row] = await ctx.dispatch<{ server_start: string }>('server_start', []);
  if (!row) throw new Error('the start of the server is not known');
  return row.server_start;
}
