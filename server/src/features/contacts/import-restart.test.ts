import { Client as Database } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { type JobId, runJob } from '#features/jobs';
import { type ProjectContext, projectContext } from '#platform/context';
import { type Client, fileForm, startTestApp, type TestApp } from '#testing';
import { importJob } from './import-job.ts';

let app: TestApp;
let database: Database;
let api: Client;
let ctx: ProjectContext;
beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'));
  database = new Database({ connectionString: app.databaseUrl });
  await database.connect();
});
beforeEach(async () => {
  const project = await app.given.project();
  api = app.as(project.secretKey);
  ctx = projectContext(app.app.services, project.id);
});
afterAll(async () => {
  await database.end();
  await app.close();
});

/** 1,700 rows: four batches, 100 addresses that come back in another batch, one bad row in each. */
const file = `email,n\n${Array.from({ length: 1_700 }, (_, n) => {
  if (n % 500 === 250) return `bad-${n},${n}`;
  return `p${n < 1_600 ? n : n - 1_500}@example.com,${n}`;
}).join('\n')}`;
const whole = { total: 1_700, created: 1_597, updated: 100, skipped: 0, failed: 3 };

async function upload(content = file): Promise<JobId> {
  const { body } = await api.post('/contacts/import', fileForm(content));
  return body.jobId;
}
const poll = async (id: JobId) => (await api.get(`/contacts/import/${id}`)).body;
const oneBatch = (id: JobId): Promise<void> => runJob(ctx, importJob, id, 0);

test('a job whose runner dies after a batch continues from there', async () => {
  const id = await upload();

  expect(await poll(id)).toMatchObject({
    state: 'waiting',
    status: 'waiting',
    progress: 0,
    result: null,
    startedAt: null,
  });
  await oneBatch(id);
  const begun = await poll(id);
  await oneBatch(id);
  const later = await poll(id);
  await app.settle();
  const done = await poll(id);

  expect(begun).toMatchObject({ state: 'active', result: null, finishedAt: null });
  expect(begun.progress).toBeGreaterThan(20);
  expect(later.progress).toBeGreaterThan(begun.progress);
  expect(done).toMatchObject({ state: 'completed', progress: 100, startedAt: begun.startedAt, result: whole });
  expect((await api.get('/contacts')).body.total).toBe(1_597);
  expect((await api.get('/contacts/fields')).body.fields.at(-1)).toMatchObject({ field: 'data.n', count: 1_597 });
});

test('two runners at the same time do every row once', async () => {
  const id = await upload();

  await Promise.all([runJob(ctx, importJob, id), runJob(ctx, importJob, id), runJob(ctx, importJob, id)]);
  await app.settle();

  expect(await poll(id)).toMatchObject({ state: 'completed', result: whole });
  expect((await api.get('/contacts/fields')).body.fields.at(-1)).toMatchObject({ count: 1_597 });
});

test('the counts of fields follow over all batches', async () => {
  await upload(`email,plan\n${Array.from({ length: 1_200 }, (_, n) => `p${n}@example.com,pro`).join('\n')}`);
  await app.settle();

  expect((await api.get('/contacts/fields')).body.fields.at(-1)).toMatchObject({ field: 'data.plan', count: 1_200 });
  expect((await api.get('/contacts/fields/plan/values')).body.items).toEqual([{ value: 'pro', count: 1_200 }]);
  expect((await api.get('/contacts')).body.total).toBe(1_200);
});

test('running a finished job again does nothing', async () => {
  const id = await upload('email\na@example.com\n');
  await app.settle();
  const before = await poll(id);

  await runJob(ctx, importJob, id);

  expect(await poll(id)).toEqual(before);
});

test('a batch that cannot be written is rolled back, and after five tries the job fails with the counts so far', async () => {
  const id = await upload();
  await database.query(`
    create function refuse_a_contact() returns trigger language plpgsql as $$
    begin raise exception 'no'; end $$;
    create trigger refusing before insert on contacts for each row when (new.email = 'p700@example.com')
      execute function refuse_a_contact()`);
  await oneBatch(id);

  for (let tries = 0; tries < 5; tries += 1) await expect(runJob(ctx, importJob, id)).rejects.toThrow('no');
  expect(await poll(id)).toMatchObject({ state: 'active' });
  await runJob(ctx, importJob, id);
  await database.query('drop trigger refusing on contacts; drop function refuse_a_contact()');

  const job = await poll(id);
  expect(job).toMatchObject({ state: 'failed', failedReason: expect.stringMatching(/^An internal error .*\.$/) });
  expect(job.progress).toBeLessThan(100);
  expect(job.result).toMatchObject({ total: 500, created: 499, failed: 1, errors: [{ row: 252 }] });
  expect((await api.get('/contacts')).body.total).toBe(499);
  await app.settle();
  expect(await poll(id)).toEqual(job);
});

test('a job whose file is gone fails with a reason', async () => {
  const id = await upload();
  await database.query('delete from job_files where job_id = $1', [id]);

  await app.settle();

  expect(await poll(id)).toMatchObject({
    state: 'failed',
    failedReason: 'The file is no longer there.',
    result: { total: 0, errors: [] },
  });
});

test('the file is deleted when the job ends', async () => {
  const [good, broken] = [await upload(), await upload('email\nx\n')];
  const files = async () =>
    (await database.query('select job_id from job_files where job_id = any($1)', [[good, broken]])).rowCount;
  const before = await files();

  await app.settle();

  expect([before, await files()]).toEqual([2, 0]);
});

test('a finished job is gone after seven days, and its rows with it', async () => {
  const id = await upload('email\nx\ny\n');
  await app.settle();
  const age = (days: number) =>
    database.query(`update jobs set finished_at = now() - $2 * interval '1 day' where id = $1`, [id, days]);

  await age(6.99);
  expect(await api.get(`/contacts/bulk/${id}`)).toMatchObject({ status: 200 });
  await age(7.01);
  expect(await api.get(`/contacts/bulk/${id}`)).toMatchObject({ status: 404 });
  expect(await api.get(`/contacts/import/${id}/errors.csv`)).toMatchObject({ status: 404 });

  const clean = async (max: number) =>
    Number((await database.query('select clean_jobs($1)', [max])).rows[0].clean_jobs);
  expect([await clean(1), await clean(1), await clean(1), await clean(1)]).toEqual([1, 1, 1, 0]);
  expect((await database.query('select 1 from jobs where id = $1', [id])).rowCount).toBe(0);
});
