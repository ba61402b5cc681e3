import type { ProjectTx } from '#platform/context';
import type { JobCounts, JobId } from './job.ts';
import type { JobKind } from './job-kind.ts';

/** Queues a job. `file` is kept until the job ends. */
export async function createJob<Input, Cursor, Done extends JobCounts>(
  tx: ProjectTx,
  kind: JobKind<Input, Cursor, Done>,
  input: Input,
  file?: Buffer,
): Promise<JobId> {
  const id = tx.newId<'job'>();
  const { projectId } = tx;
  await tx.db
    .insertInto('jobs')
    .values({
      projectId,
      id,
      type: kind.type,
      state: 'waiting',
      input: JSON.stringify(input),
      counts: JSON.stringify(kind.initialCounts),
      origin: tx.origin && JSON.stringify(tx.origin),
      createdAt: tx.now,
    })
    .execute();
  if (file) await tx.db.insertInto('jobFiles').values({ projectId, jobId: id, content: file }).execute();
  await tx.enqueue(kind.task, { jobId: id });
  return id;
}
