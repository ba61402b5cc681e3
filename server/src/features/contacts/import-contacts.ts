import { createJob, type JobId } from '#features/jobs';
import type { ProjectContext } from '#platform/context';
import type { UploadedFile } from '#platform/http';
import { checkImportFile } from './import-file.ts';
import { importJob } from './import-job.ts';

/** Checks a file and queues its import. The file is kept with the job until that ends. */
export async function importContacts(ctx: ProjectContext, file: UploadedFile): Promise<JobId> {
  const checked = await checkImportFile(file);
  return ctx.transaction((tx) => createJob(tx, importJob, checked, file.bytes));
}
