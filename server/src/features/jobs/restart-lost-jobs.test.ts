import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { instanceContext } from '#platform/context';
import { type GivenProject, startTestApp, type TestApp } from '#testing';
import { jobTasks } from './define-job.ts';
import { jobs } from './feature.ts';
import { jobTypes } from './job.ts';
import { resetType } from './reset-job.ts';
import { restartLostJobs } from './restart-lost-jobs.ts';

let app: TestApp;
let client: Client;
let project: GivenProject;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'));
  client = new Client({ connectionString: app.databaseUrl });
  await client.connect();
  project = await app.given.project();
});
afterAll(async () => {
  await client.end();
  await app.close();
});

const restart = () => restartLostJobs.run(instanceContext(app.app.services));
const tasks = async () =>
  Number((await client.query(`select count(*) as n from queue.job where name = 'contacts.bulk-subscribe'`)).rows[0]?.n);
const age = () => client.query(`update jobs set created_at = created_at - interval '3 minutes'`);

async function newJob(): Promise<string> {
  const { body: contact } = await app
    .as(project.secretKey)
    .post('/contacts', { email: `${crypto.randomUUID()}@example.com` });
  const { body } = await app.as(project.secretKey).post('/contacts/bulk-subscribe', { contactIds: [contact.id] });
  return body.jobId;
}
const stateOf = async (id: string) => (await client.query('select state from jobs where id = $1', [id])).rows[0]?.state;

test.each(['waiting', 'active'])('a job that is %s and has lost its task is started again and ends', async (state) => {
  const id = await newJob();
  await client.query('delete from queue.job');
  await client.query('update jobs set state = $2 where id = $1', [id, state]);
  await restart();
  const whileYoung = await tasks();
  await age();

  await restart();
  await restart();

  expect(whileYoung).toBe(0);
  expect(await tasks()).toBe(1);
  await app.settle();
  expect(await stateOf(id)).toBe('completed');
});

test('a job whose task failed for good gets another; one that waits, runs or has ended does not', async () => {
  const failed = await newJob();
  await client.query(`update queue.job set state = 'failed' where data -> 'payload' ->> 'jobId' = $1`, [failed]);
  const [waiting, active] = [await newJob(), await newJob()];
  await client.query(`update queue.job set state = 'active' where data -> 'payload' ->> 'jobId' = $1`, [active]);
  const before = await tasks();
  await age();

  await restart();

  expect(await tasks()).toBe(before + 1);
  await app.settle();
  expect(await stateOf(failed)).toBe('completed');
  expect(await stateOf(waiting)).toBe('completed');
  expect(await stateOf(active)).toBe('waiting');
});

test('lost jobs are looked for on a schedule', () => {
  expect(jobs.schedules).toContain(restartLostJobs);
});

test('every type of job has a task that can restart it', () => {
  expect([...jobTasks.keys()].toSorted()).toEqual(jobTypes.filter((type) => type !== resetType).toSorted()); // a reset is found by its mark
});
