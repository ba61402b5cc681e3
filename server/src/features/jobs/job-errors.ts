import { sql } from 'kysely';
import type { ProjectReader, ProjectTx } from '#platform/context';
import type { JobError, JobId } from './job.ts';

/** Stores rows and records that failed, in the transaction of a batch. */
export async function addJobErrors(tx: ProjectTx, id: JobId, errors: readonly JobError[]): Promise<void> {
  if (errors.length === 0) return;
  const cells = errors.map((error) => (error.cells ? JSON.stringify(error.cells) : null));
  await sql`
    insert into job_errors (project_id, job_id, line, email, record_id, error, cells)
    select ${tx.projectId}, ${id}, line, email, record_id, error, cells::jsonb
      from unnest(${errors.map((error) => error.line)}::int[], ${errors.map((error) => error.email ?? null)}::text[],
                  ${errors.map((error) => error.recordId ?? null)}::uuid[], ${errors.map((error) => error.error)}::text[],
                  ${cells}::text[]) as u (line, email, record_id, error, cells)`.execute(tx.db);
}

/** Deletes the failed rows with these addresses, which are normalised: their contacts are deleted (D-1063). */
export async function deleteErrorsOf({ db, projectId }: ProjectTx, addresses: readonly string[]): Promise<void> {
  await sql`
    delete from job_errors where project_id = ${projectId} and email is not null and lower(email) = any(${addresses}::text[])`.execute(
    db,
  );
}

export interface StoredJobError {
  line: number;
  email: string | null;
  recordId: string | null;
  error: string;
}

/** Rows and records that failed, in order, without the cells. */
export function listJobErrors(reader: ProjectReader, id: JobId, max: number): Promise<StoredJobError[]> {
  return reader.db
    .selectFrom('jobErrors')
    .select(['line', 'email', 'recordId', 'error'])
    .where('projectId', '=', reader.projectId)
    .where('jobId', '=', id)
    .orderBy('line')
    .limit(max)
    .execute();
}

/** Failed lines after `after`, with their cells. */
export async function listFailedLines(
  reader: ProjectReader,
  id: JobId,
  after: number,
  max: number,
): Promise<{ line: number; error: string; cells: string[] }[]> {
  const rows = await reader.db
    .selectFrom('jobErrors')
    .select(['line', 'error', 'cells'])
    .where('projectId', '=', reader.projectId)
    .where('jobId', '=', id)
    .where('line', '>', after)
    .orderBy('line')
    .limit(max)
    .execute();
  return rows.map(({ line, error, cells }) => ({ line, error, cells: (cells ?? []) as string[] })); // as addJobErrors wrote them
}
