import { bearer, clientOf, type Reply } from '../../../server/testing/client.ts';
import { fileForm } from '../../../server/testing/file-form.ts';
import { sleep } from '../fault-run.ts';

export interface PolledJob {
  state: 'waiting' | 'active' | 'completed' | 'failed';
  progress: number;
  result: unknown;
}

/** A client with a secret key that starts jobs and polls them. */
export interface JobClient {
  upload(csv: string): Promise<string>;
  post(path: string, body: object): Promise<string>;
  get(path: string): Promise<string>;
  poll(jobId: string): Promise<PolledJob>;
  finished(jobId: string, seconds: number): Promise<PolledJob>;
}

export function jobClientOf(url: string, key: string): JobClient {
  const client = clientOf(url, bearer(key));
  const send = async (method: string, path: string, body?: object): Promise<Reply> => {
    const reply = await client.send({ method, path, body });
    if (reply.status > 299) throw new Error(`${path} returned ${reply.status}: ${reply.text}`);
    return reply;
  };
  const jobs: JobClient = {
    upload: (csv) => jobs.post('/contacts/import', fileForm(csv)),
    post: async (path, body) => (await send('POST', path, body)).body.jobId,
    get: async (path) => (await send('GET', path)).text,
    poll: async (jobId) => (await send('GET', `/contacts/bulk/${jobId}`)).body,
    async finished(jobId, seconds) {
      for (const end = performance.now() + seconds * 1_000; performance.now() < end; await sleep(0.2)) {
        const job = await jobs.poll(jobId);
        if (job.state === 'completed' || job.state === 'failed') return job;
      }
      throw new Error(`the job did not end within ${seconds} seconds`);
    },
  };
  return jobs;
}
