import { Client as Database } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import type { JobId } from '#features/jobs';
import { runJob } from '#features/jobs';
import type { ProjectContext } from '#platform/context';
import { projectContext } from '#platform/context';
import type { Client, TestApp } from '#testing';
import { startTestApp } from '#testing';
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
  ctx = projectContext(app.app.cellar, project.id);
});
afterAll(async () => {
  await database.end();
  await app.close();
});

const nobody = '01920000-0000-7000-8000-000000000000';

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

async function started(operation: string, body: object): Promise<JobId> {
  const reply = await api.post(`/contacts/bulk-${operation}`, body);
  expect(reply).toMatchObject({ status: 202, body: { jobId: expect.any(String), message: 'Queued' } });
  return reply.body.jobId;
}

async function finished(operation: string, body: object) {
  const id = await started(operation, body);
  await app.settle();
  const { body: job } = await api.get(`/contacts/bulk/${id}`);
  expect(job).toMatchObject({ id, type: `bulk-${operation}`, state: 'completed', progress: 100, failedReason: null });
  const { totalRequested, successCount, unchangedCount, failureCount } = job.result;
  expect(successCount + unchangedCount + failureCount).toBe(totalRequested);
  return job.result;
}

const total = async (query = ''): Promise<number> => (await api.get(`/contacts${query}`)).body.total;

describe('by ids', () => {
  test('unsubscribes, says what was so already and what is not there, and counts a repeated id once', async () => {
    const [a, b] = [await add('a@example.com'), await add('b@example.com', false)];

    const result = await finished('unsubscribe', { contactIds: [a, b, nobody, a.toUpperCase()] });

    expect(result).toEqual({
      operation: 'unsubscribe',
      totalRequested: 3,
      successCount: 1,
      unchangedCount: 1,
      failureCount: 1,
      errors: [{ contactId: nobody, email: null, error: 'Contact not found' }],
    });
    expect(await total('?subscribed=false')).toBe(2);
  });

  test('subscribes; `ids` is another name, and `contactIds` wins', async () => {
    const [a, b] = [await add('a@example.com', false), await add('b@example.com', false)];

    expect(await finished('subscribe', { mode: 'ids', ids: [a] })).toMatchObject({ successCount: 1 });
    expect(await finished('subscribe', { contactIds: [a], ids: [b, 'no id'] })).toMatchObject({ unchangedCount: 1 });
    expect(await total('?subscribed=true')).toBe(1);
  });

  test('deletes, and a second run finds nothing', async () => {
    const a = await add('a@example.com');
    await add('b@example.com');

    expect(await finished('delete', { contactIds: [a] })).toMatchObject({ successCount: 1, unchangedCount: 0 });
    expect(await finished('delete', { contactIds: [a] })).toMatchObject({ successCount: 0, failureCount: 1 });
    expect(await total()).toBe(1);
    expect((await api.get('/contacts/fields')).body.fields.at(-1)).toMatchObject({ field: 'data.plan', count: 1 });
  });

  test('a contact that does not change keeps its updatedAt', async () => {
    const a = await add('a@example.com', false);
    const before = (await api.get(`/contacts/${a}`)).body;

    await finished('unsubscribe', { contactIds: [a] });

    expect((await api.get(`/contacts/${a}`)).body).toEqual(before);
  });

  test('only those whose state changes have an event, and it says that a bulk run was the cause', async () => {
    const [a, b] = [await add('a@example.com'), await add('b@example.com', false)];

    await finished('unsubscribe', { contactIds: [a, b] });

    const { body } = await api.get('/events');
    expect(body.data).toMatchObject([{ name: 'contact.unsubscribed', contactId: a, data: { source: 'bulk' } }]);
  });

  test("a neighbour's contact is not there", async () => {
    const foreign = app.as((await app.given.project()).secretKey);
    const { body } = await foreign.post('/contacts', { email: 'n@example.com' });

    expect(await finished('delete', { contactIds: [body.id] })).toMatchObject({ failureCount: 1 });
    expect((await foreign.get('/contacts')).body.total).toBe(1);
  });
});

describe('by query', () => {
  test('all that the list shows, less the excluded', async () => {
    const [a, b] = [await add('ada@example.com'), await add('bob@example.com')];
    await add('adam@example.com');
    await add('ada@example.net', false);

    const result = await finished('delete', {
      mode: 'query',
      filter: { search: ' ADA', subscribed: true },
      excludeIds: [a],
    });

    expect(result).toMatchObject({ totalRequested: 1, successCount: 1 });
    const left = (await api.get('/contacts?sort=email&dir=asc')).body.data;
    expect(left.map((contact: { id: string }) => contact.id)).toEqual(expect.arrayContaining([a, b]));
    expect(left).toHaveLength(3);
  });

  test('an empty filter means everyone, and nobody is fine', async () => {
    expect(await finished('unsubscribe', { mode: 'query', filter: {} })).toMatchObject({
      totalRequested: 0,
      errors: [],
    });
    await addMany(1_200);

    expect(await finished('unsubscribe', { mode: 'query', filter: { search: '' } })).toMatchObject({
      totalRequested: 1_200,
      successCount: 800,
      unchangedCount: 400,
    });
    expect(await total('?subscribed=true')).toBe(0);
  });

  test('those who match when the job starts: neither later ones nor changed ones make a difference', async () => {
    await addMany(1_200);
    const id = await started('delete', { mode: 'query', filter: { subscribed: true } });

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
    const id = await started('unsubscribe', { mode: 'query', filter: {} });

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

  test('contacts that vanish meanwhile are failures; a thousand of them are named', async () => {
    await addMany(2_200);
    const id = await started('subscribe', { mode: 'query', filter: {} });
    await runJob(ctx, bulkJobs.subscribe, id, 0);
    await database.query('delete from contacts where project_id = $1', [ctx.projectId]);

    await app.settle();

    const { result } = (await api.get(`/contacts/bulk/${id}`)).body;
    expect(result).toMatchObject({ totalRequested: 2_200, failureCount: 1_700 });
    expect(result.errors).toHaveLength(1_000);
  });
});

describe('the body', () => {
  const ids = (count: number): string[] => Array.from({ length: count }, () => nobody);
  test.each<[name: string, body: object, field: string, code: string]>([
    ['no list', {}, 'contactIds', 'required'],
    ['a list that is null', { contactIds: null }, 'contactIds', 'required'],
    ['an empty list', { contactIds: [] }, 'contactIds', 'too_small'],
    ['an empty list under the other name', { ids: [] }, 'ids', 'too_small'],
    ['more than 1,000', { contactIds: ids(1_001) }, 'contactIds', 'too_big'],
    ['no uuid', { contactIds: [nobody, 'x'] }, 'contactIds.1', 'invalid_string'],
    ['another type', { contactIds: [1] }, 'contactIds.0', 'invalid_type'],
    ['an unknown mode', { mode: 'all' }, 'mode', 'invalid_enum_value'],
    ['a query without a filter', { mode: 'query', contactIds: [nobody] }, 'filter', 'required'],
    ['a filter of another type', { mode: 'query', filter: 'all' }, 'filter', 'invalid_type'],
    ['a state of another type', { mode: 'query', filter: { subscribed: 'yes' } }, 'filter.subscribed', 'invalid_type'],
    ['more than 10,000 excluded', { mode: 'query', filter: {}, excludeIds: ids(10_001) }, 'excludeIds', 'too_big'],
    [
      'an excluded one that is no uuid',
      { mode: 'query', filter: {}, excludeIds: ['x'] },
      'excludeIds.0',
      'invalid_string',
    ],
  ])('%s is refused', async (_name, body, field, code) => {
    expect(await api.post('/contacts/bulk-delete', body)).toMatchObject({
      status: 422,
      body: { error: { errors: [{ field, code }] } },
    });
  });

  test('1,000 ids and 10,000 excluded ones are accepted', async () => {
    expect(await api.post('/contacts/bulk-delete', { contactIds: ids(1_000) })).toMatchObject({ status: 202 });
    const query = { mode: 'query', filter: {}, excludeIds: ids(10_000) };
    expect(await api.post('/contacts/bulk-delete', query)).toMatchObject({ status: 202 });
  });
});

test('a job that is not there is a 404 on both paths', async () => {
  for (const path of ['bulk', 'import']) {
    for (const id of [nobody, 'nonsense']) {
      expect(await api.get(`/contacts/${path}/${id}`)).toMatchObject({
        status: 404,
        body: { error: { code: 'RESOURCE_NOT_FOUND', details: { resource: 'job', id } } },
      });
    }
  }
});

test('a field of more than 50,000 contacts is removed by a job that can be polled', async () => {
  await addMany(50_001);
  await database.query(
    `insert into contact_fields (project_id, key, type, contacts) values ($1, 'plan', 'string', 50001)`,
    [ctx.projectId],
  );

  const reply = await api.delete('/contacts/fields/plan');
  await app.settle();

  expect(reply).toMatchObject({ status: 202, body: { jobId: expect.any(String), message: 'Queued' } });
  expect((await api.get(`/contacts/bulk/${reply.body.jobId}`)).body).toMatchObject({
    type: 'delete-field',
    state: 'completed',
    progress: 100,
    result: { deletedFrom: 50_001 },
  });
  const { rowCount } = await database.query(`select from contacts where project_id = $1 and data ? 'plan' limit 1`, [
    ctx.projectId,
  ]);
  expect(rowCount).toBe(0);
});
