import { pauseIfBehind } from '#features/emails';
import { listenUrlOf } from '#platform/config';
import { instanceContext } from '#platform/context';
import { type Contexts, workTasks } from '#platform/queue';
import { prepareSentLog } from '#platform/sent-log';
import { type RunningSpools, startSpools } from '#platform/spool';
import { findWorkerPause, whenNotPaused } from '#platform/worker-pause';
import { allSchedules, allSpools, allTasks } from './features.ts';
import type { AppServices } from './services.ts';

/** Begins the work of a worker; while sending is paused, only when the pause has ended. */
export async function startWork(services: AppServices, contexts: Contexts): Promise<Pick<RunningSpools, 'stop'>> {
  const ctx = instanceContext(services);
  const begin = async (): Promise<RunningSpools> => {
    await workTasks(services.queue, allTasks, allSchedules, contexts, services.log);
    return startSpools(services, allSpools, { listenUrl: listenUrlOf(services.config) });
  };
  await prepareSentLog(services.config);
  await pauseIfBehind(ctx);
  if (!(await findWorkerPause(ctx))) return begin();
  // Why not caught: an error ends the process then, as one at its start does.
  const began = whenNotPaused(ctx).then((mayWork) => (mayWork ? begin() : null));
  return { stop: async () => (await began)?.stop() };
}
