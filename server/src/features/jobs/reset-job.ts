import type { ProjectTx } from '#platform/context';
import type { JobId, JobType } from './job.ts';

export const resetType = 'reset' satisfies JobType;

/** The job that a person polls while their project is reset. No task of this feature works on it. */
export async function openResetJob(tx: ProjectTx): Promise<JobId> {
  const id = tx.newId<'job'>();
  const { projectId, now } = tx;
  const fresh = {
    type: resetType,
    state: 'active',
    input: '{}',
    counts: '{}',
    createdAt: now,
    startedAt: now,
  } as const;
  await tx.db
    .insertInto('jobs')
    .values({ projectId, id, ...fresh })
    .execute();
  return id;
}

export async function endResetJob(tx: ProjectTx, id: string): Promise<void> {
  await tx.db
    .updateTable('jobs')
    .set({ state: 'completed', progress: 100, finishedAt: tx.now })
    .where('projectId', '=', tx.projectId)
    .where('id', '=', id)
    .execute();
}
