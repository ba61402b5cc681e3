import { type Config, sessionUrlOf } from '#platform/config';
import { type InstanceContext, instanceContext, type ProjectId } from '#platform/context';
import { asOwner, closedProjectOf } from '#platform/db';
import { makeLogger } from '#platform/log';
import { endWorkerPause, findWorkerPause } from '#platform/worker-pause';
import { CommandRefused } from '../commands/command.ts';
import { features } from '../features.ts';
import { buildServices, closeServices } from '../services.ts';

/**
 * Lets the workers of a restored installation begin. `wasLost`: the former database took mail on after the backup, so what waited then
 * may have left; it is put in doubt, and campaigns wait for a person.
 */
export async function resumeSending(config: Config, wasLost: boolean): Promise<{ backupAt: Date; projects: number }> {
  const services = await buildServices(config, false, { log: makeLogger({ level: 'silent' }) });
  try {
    const ctx = instanceContext(services);
    const pause = await findWorkerPause(ctx);
    if (!pause) throw new CommandRefused('Sending is not paused.');
    const projects = wasLost ? await afterLoss(ctx, pause.pausedAt) : 0;
    await asOwner(sessionUrlOf(config), endWorkerPause);
    return { backupAt: pause.backupAt, projects };
  } finally {
    await closeServices(services);
  }
}

async function afterLoss(ctx: InstanceContext, restoredAt: Date): Promise<number> {
  const rows = await ctx.read(({ db }) =>
    db.selectFrom('projects').select('id').where('deletedAt', 'is', null).execute(),
  );
  for (const { id } of rows) {
    const project = ctx.inProject(id as ProjectId); // a row of projects
    for (const feature of features) {
      await feature.afterLoss?.(project, restoredAt).catch((error: unknown) => {
        if (!closedProjectOf(error)) throw error; // being erased: nothing of it will be sent
      });
    }
  }
  return rows.length;
}
