import { sleep } from '../fault-run.ts';

export interface PolledJob {
  state: 'waiting' | 'active' | 'completed' | 'failed';
  progress: number;
  result: unknown;
}

/** Somebody with a secret key who starts jobs and polls them. */
export interface Caller {
  upload(csv: string): Promise<string>;
  post(path: string, body: object): Promise<string>;
  get(path: string): Promise<string>;
  poll(jobId: string): Promise<PolledJob>;
  finished(jobId: string, seconds: number): Promise<PolledJob>;
}

export function callerOf(url: string, key: string): Caller {
  const authorization = `Bearer ${key}`;
  const send = async (path: string, options: RequestInit = { headers: { authorization } }): Promise<string> => {
    const reply = await fetch(url + path, options);
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
    return reply.text();
  };
  const jobOf = (text: string): string => (JSON.parse(text) as { jobId: string }).jobId; // our own answer
  const caller: Caller = {
    async upload(csv) {
      const body = new FormData();
      body.append('file', new Blob([csv], { type: 'text/csv' }), 'people.csv');
      return jobOf(await send('/contacts/import', { method: 'POST', headers: { authorization }, body }));
    },
    async post(path, body) {
      const headers = { authorization, 'content-type': 'application/json' };
      return jobOf(await send(path, { method: 'POST', headers, body: JSON.stringify(body) }));
    },
    get: (path) => send(path),
    poll: async (jobId) => JSON.parse(await send(`/contacts/bulk/${jobId}`)) as PolledJob, // our own answer
    async finished(jobId, seconds) {
      for (const end = performance.now() + seconds * 1_000; performance.now() < end; await sleep(0.2)) {
        const job = await caller.poll(jobId);
        if (job.state === 'completed' || job.state === 'failed') return job;
      }
      throw new Error(`the job did not end within ${seconds} seconds`);
    },
  };
  return caller;
}
