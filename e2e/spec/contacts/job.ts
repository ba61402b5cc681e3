import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { maxWaitSeconds } from '@postrider/server/testing/until';
import { answered } from '../world/expect.ts';
import type { Owner } from '../world/people.ts';

/** A request with a file, as a form would send it. */
export function fileRequest(content: string | Buffer, { name = 'people.csv', type = 'text/csv', part = 'file' } = {}) {
  const head = `Content-Disposition: form-data; name="${part}"; filename="${name}"\r\nContent-Type: ${type}`;
  return {
    path: '/contacts/import',
    raw: Buffer.concat([
      Buffer.from(`--edge\r\n${head}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n--edge--\r\n'),
    ]),
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
  };
}

export const upload = ({ key }: Owner, content: string | Buffer, options = {}) =>
  key.send({ method: 'POST', ...fileRequest(content, options) });

/** Polls a job to its end, and checks every state on the way (D-227). */
export async function finishedJob({ key }: Owner, jobId: string) {
  let progress = 0;
  for (const lastAt = Date.now() + maxWaitSeconds * 1_000; Date.now() < lastAt; await delay(100)) {
    const reply = await key.get(`/contacts/bulk/${jobId}`);
    answered(reply, 200);
    const job = reply.body;
    assert.equal(job.status, job.state);
    assert.ok(job.progress >= progress, `progress went from ${progress} to ${job.progress}`);
    progress = job.progress;
    if (job.finishedAt) return job;
    assert.ok(['waiting', 'active'].includes(job.state));
    assert.equal(job.result, null);
    assert.ok(job.progress < 100);
  }
  throw new Error('the job did not end');
}

/** Imports a file and returns the finished job. */
export async function importFile(owner: Owner, content: string) {
  const reply = await upload(owner, content);
  answered(reply, 202, { message: 'Queued' });
  return finishedJob(owner, reply.body.jobId);
}
