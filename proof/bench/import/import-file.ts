import { bearer, clientOf } from '../../../server/testing/client.ts';
import { fileForm } from '../../../server/testing/file-form.ts';

export interface FinishedImport {
  rowsPerSecond: number;
  job: { state: string; result: Record<string, unknown> };
}

/** Uploads a file and polls its job to the end. The time counts from the first byte sent. */
export async function importFile(url: string, key: string, csv: string, rows: number): Promise<FinishedImport> {
  const client = clientOf(url, bearer(key));
  const start = performance.now();
  const accepted = await client.post('/contacts/import', fileForm(csv));
  if (accepted.status !== 202) throw new Error(`POST /contacts/import returned ${accepted.status}`);
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const job: FinishedImport['job'] = (await client.get(`/contacts/import/${accepted.body.jobId}`)).body;
    if (job.state === 'completed' || job.state === 'failed')
      return { job, rowsPerSecond: rows / ((performance.now() - start) / 1_000) };
  }
}
