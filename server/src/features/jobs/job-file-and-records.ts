import { type RawBuilder, sql } from 'kysely';
import type { ProjectContext, ProjectTx } from '#platform/context';
import { allowSeconds } from '#platform/db';
import type { JobId } from './job.ts';

/** Why: the driver reads bytes as text of twice their length, and doubles its buffer until a result fits. */
const pieceBytes = 512 * 1_024;

/** The file of a job, or null when it is gone. */
export function loadJobFile(ctx: ProjectContext, id: JobId): Promise<Buffer | null> {
  return ctx.read(async ({ db, projectId }) => {
    const pieces: Buffer[] = [];
    for (let from = 1, isMore = true; isMore; from += pieceBytes) {
      const { rows } = await sql<{ piece: Buffer }>`
        select substring(content from ${from} for ${pieceBytes}) as piece from job_files
         where project_id = ${projectId} and job_id = ${id}`.execute(db);
      if (!rows[0]) return null;
      pieces.push(rows[0].piece);
      isMore = rows[0].piece.length === pieceBytes;
    }
    return Buffer.concat(pieces);
  });
}

/**
 * Stores the records a job works on, in batches of `size` and in the order of their ids, as `ids` finds them at this
 * moment. `ids` is a select with one column, `id`. Returns how many there are.
 */
export async function storeJobRecords(
  tx: ProjectTx,
  id: JobId,
  ids: RawBuilder<{ id: string }>,
  size: number,
): Promise<number> {
  // Why: this one statement may have millions of records to store.
  allowSeconds(tx.db, 600);
  const { rows } = await sql<{ stored: string }>`
    with stored as (
      insert into job_batches (project_id, job_id, position, ids)
      select ${tx.projectId}, ${id}, position, array_agg(id order by id)
        from (select id, ((row_number() over (order by id)) - 1) / ${size}::int as position from (${ids}) found) numbered
       group by position
      returning cardinality(ids) as records)
    select coalesce(sum(records), 0) as stored from stored`.execute(tx.db);
  return Number(rows[0]?.stored ?? 0);
}

/** The records of one batch, in the order of their ids; null after the last batch. */
export async function loadJobRecords(tx: ProjectTx, id: JobId, position: number): Promise<string[] | null> {
  const row = await tx.db
    .selectFrom('jobBatches')
    .select('ids')
    .where('projectId', '=', tx.projectId)
    .where('jobId', '=', id)
    .where('position', '=', position)
    .executeTakeFirst();
  return row?.ids ?? null;
}
