import { Client as Database } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { type JobId, runJob } from '#features/jobs';
import { type ProjectContext, projectContext } from '#platform/context';
import { type Client, startTestApp, type TestApp } from '#testing';
import { bulkJobs } from './bulk-job.ts';

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

async function add(email: string, subscribed = true): Promise<string> {
  return (await api.post('/contacts', { email, subscribed, data: { plan: 'pro' } })).body.id;
}

/** Many contacts, every third of them unsubscribed, as writes would have left them. */
async function addMany(count: number): Promise<void> {
  await database.query(
    `insert into contacts (project_id, id, email, subscribed, data, source, created_at, updated_at)
     select $1, gen_random_uuid(), 'p' || n || '@example.com', n % 3 <> 0, '{"plan": "pro"}', 'api', now(), now()
       from generate_series(1, $2::int) n`,
    [ctx.projectId, count],
  );
  await database.query(
    `insert into contact_totals select $1, count(*), count(*) filter (where subscribed) from contacts where project_id = $1`,
    [ctx.projectId],
  );
}

async function startBulk(operation: string, body: object): Promise<JobId> {
  const reply = await api.post(`/contacts/bulk-${operation}`, body);
  expect(reply).toMatchObject({ status: 202, body: { jobId: expect.any(String), message: 'Queued' } });
  return reply.body.jobId;
}

describe('by query', () => {
  test('changes the contacts that match when the job starts; later additions and changes make no difference', async () => {
    await addMany(1_200);
    const id = await startBulk('delete', { mode: 'query', filter: { subscribed: true } });

    await runJob(ctx, bulkJobs.delete, id, 0);
    await add('late@example.com');
    await database.query('update contacts set subscribed = false where project_id = $1 and email <> $2', [
      ctx.projectId,
      'late@example.com',
    ]);
    await app.settle();

    const { result } = (await api.get(`/contacts/bulk/${id}`)).body;
    expect(result).toMatchObject({ totalRequested: 800, successCount: 800, failureCount: 0 });
  });

  test('a job goes on after a restart and does every contact once', async () => {
    await addMany(1_300);
    const id = await startBulk('unsubscribe', { mode: 'query', filter: {} });

    await runJob(ctx, bulkJobs.unsubscribe, id, 0);
    const begun = (await api.get(`/contacts/import/${id}`)).body;
    await Promise.all([runJob(ctx, bulkJobs.unsubscribe, id), runJob(ctx, bulkJobs.unsubscribe, id)]);
    await app.settle();

    expect(begun).toMatchObject({ type: 'bulk-unsubscribe', state: 'active', progress: 38, result: null });
    expect((await api.get(`/contacts/bulk/${id}`)).body).toMatchObject({
      state: 'completed',
      result: { totalRequested: 1_300, successCount: 867, unchangedCount: 433, failureCount: 0, errors: [] },
    });
    const { rowCount } = await database.query('select from job_batches where job_id = $1', [id]);
    expect(rowCount).toBe(0);
  });

  test('contacts deleted meanwhile are failures; a thousand of them are listed', async () => {
    await addMany(2_200);
    const id = await startBulk('subscribe', { mode: 'query', filter: {} });
    await runJob(ctx, bulkJobs.subscribe, id, 0);
    await database.query('delete from contacts where project_id = $1', [ctx.projectId]);

    await app.settle();

    const { result } = (await api.get(`/contacts/bulk/${id}`)).body;
    expect(result).toMatchObject({ totalRequested: 2_200, failureCount: 1_700 });
    expect(result.errors).toHaveLength(1_000);
  });
});
