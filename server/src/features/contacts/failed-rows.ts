import { findJob, type JobId, JobNotFinished, JobNotFound, listFailedLines } from '#features/jobs';
import type { ProjectContext } from '#platform/context';
import { writeRow } from '#pure/csv';
import type { ImportFile } from './import-file.ts';

const pageSize = 2_000;

/** The rows of an import that failed, as they were, with the reason after them (D-233). Only the header if none did. */
export function failedRows(ctx: ProjectContext, id: JobId): Promise<string> {
  return ctx.read(async (reader) => {
    const job = await findJob(reader, id);
    if (job?.type !== 'import') throw JobNotFound(id);
    if (!job.finishedAt) throw JobNotFinished(job.state);
    const { header } = job.input as ImportFile; // an import of ours
    const lines = [writeRow([...header, 'error'])];
    for (let after = 0, isMore = true; isMore; ) {
      const page = await listFailedLines(reader, id, after, pageSize);
      lines.push(...page.map(({ cells, error }) => writeRow([...padded(cells, header.length), error])));
      after = page.at(-1)?.line ?? after;
      isMore = page.length === pageSize;
    }
    return lines.join('');
  });
}

const padded = (cells: readonly string[], width: number): string[] =>
  Array.from({ length: Math.max(width, cells.length) }, (_, index) => cells[index] ?? '');
