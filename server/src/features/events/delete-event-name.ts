import { createJob, type JobId } from '#features/jobs';
import type { ProjectContext, ProjectTx } from '#platform/context';
import { canonicalEventName, isReservedEventName } from '#pure/event-names';
import { limits } from '#pure/limits';
import { countEvents } from './count-events.ts';
import { deleteEventJob } from './delete-event-job.ts';
import { EventReserved } from './refusals.ts';
import { finishRemoval, lockEventName, markRemoval, removePage } from './remove-events.ts';

export type EventDeletion = { kind: 'done'; deletedCount: number } | { kind: 'queued'; jobId: JobId };

/** Deletes every event of a name recorded so far (D-415). Later ones count again; contacts keep their data. */
export function deleteEventName(ctx: ProjectContext, rawName: string): Promise<EventDeletion> {
  const name = canonicalEventName(rawName);
  if (isReservedEventName(name)) throw EventReserved(rawName);
  return ctx.transaction(async (tx) => {
    await lockEventName(tx, name);
    const found = await countEvents(tx, { name, source: undefined, period: { from: null, until: null } });
    await markRemoval(tx, name);
    if (found > limits.rowsChangedWithinRequest)
      return { kind: 'queued', jobId: await createJob(tx, deleteEventJob, { name }) };
    return { kind: 'done', deletedCount: await removeNow(tx, name) };
  });
}

async function removeNow(tx: ProjectTx, name: string): Promise<number> {
  let removed = 0;
  for (let isDone = false; !isDone; ) {
    const page = await removePage(tx, name);
    removed += page.removed;
    isDone = page.isDone;
  }
  await finishRemoval(tx, name);
  return removed;
}
