import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Client, TestApp } from '#testing';
import { fileForm, startTestApp } from '#testing';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'));
});
afterAll(() => app.close());

const caller = async (): Promise<Client> => app.as((await app.given.project()).secretKey);

/** Uploads a file, lets the worker run, and polls. */
async function imported(api: Client, content: string | Buffer) {
  const reply = await api.post('/contacts/import', fileForm(content));
  expect(reply).toMatchObject({ status: 202, body: { jobId: expect.any(String), message: 'Queued' } });
  await app.settle();
  const job = await api.get(`/contacts/import/${reply.body.jobId}`);
  expect(job).toMatchObject({ status: 200, body: { type: 'import', state: 'completed', progress: 100 } });
  return { ...job.body, jobId: reply.body.jobId };
}

async function contactsOf(api: Client) {
  const { body } = await api.get('/contacts?limit=100&sort=email&dir=asc');
  return body.data.map(({ email, subscribed, data }: Record<string, unknown>) => ({ email, subscribed, data }));
}

describe('importing a file', () => {
  test('creates, updates and skips contacts, and says which rows failed', async () => {
    const api = await caller();
    await api.post('/contacts', { email: 'old@example.com', data: { plan: 'free', city: 'Bonn' } });
    await api.post('/contacts', { email: 'same@example.com', data: { plan: 'pro' } });

    const job = await imported(
      api,
      'Email,plan,city\nnew@example.com,pro,Köln\nOLD@example.com,pro,\nsame@example.com,pro,\nada@,pro,\n,pro,\n',
    );

    expect(job.result).toEqual({
      total: 5,
      created: 1,
      updated: 1,
      skipped: 1,
      failed: 2,
      errors: [
        { row: 5, email: 'ada@', error: 'Not a valid email address' },
        { row: 6, email: null, error: 'No email address' },
      ],
    });
    expect(await contactsOf(api)).toEqual([
      { email: 'new@example.com', subscribed: true, data: { plan: 'pro', city: 'Köln' } },
      { email: 'old@example.com', subscribed: true, data: { plan: 'pro', city: 'Bonn' } },
      { email: 'same@example.com', subscribed: true, data: { plan: 'pro' } },
    ]);
  });

  test('a subscribed column sets the state, an empty cell keeps it, anything else fails the row', async () => {
    const api = await caller();
    await api.post('/contacts', { email: 'out@example.com', subscribed: false });

    const job = await imported(
      api,
      'email,subscribed\na@example.com,No\nb@example.com,1\nout@example.com,\nc@example.com,maybe\nd@example.com, YES \n',
    );

    expect(job.result).toMatchObject({ created: 3, skipped: 1, failed: 1, errors: [{ row: 5 }] });
    expect((await contactsOf(api)).map(({ email, subscribed }: never) => [email, subscribed])).toEqual([
      ['a@example.com', false],
      ['b@example.com', true],
      ['d@example.com', true],
      ['out@example.com', false],
    ]);
    expect((await api.get('/contacts/fields')).body.fields).toHaveLength(4);
  });

  test('a column of numbers is numbers when the key is new or has that type, and text otherwise', async () => {
    const api = await caller();
    await api.post('/contacts', { email: 'z@example.com', data: { seats: 1, zip: '01', vip: true } });

    await imported(
      api,
      'email,age,seats,zip,vip,mixed,flag\na@example.com,41,n/a,53111,no,1,true\nb@example.com,,7,53113,false,x,false\n',
    );

    const [a, b] = await contactsOf(api);
    expect(a.data).toEqual({ age: 41, seats: 'n/a', zip: '53111', vip: 'no', mixed: '1', flag: true });
    expect(b.data).toEqual({ seats: 7, zip: '53113', vip: false, mixed: 'x', flag: false });
  });

  test('an address that occurs twice is merged, the later row over the earlier, and each row is counted', async () => {
    const api = await caller();

    const job = await imported(
      api,
      'email,plan,city\na@example.com,free,Bonn\nA@example.com,pro,\nb@example.com,x,y\na@example.com,pro,\n',
    );

    expect(job.result).toMatchObject({ total: 4, created: 2, updated: 1, skipped: 1, failed: 0 });
    expect((await contactsOf(api))[0]).toMatchObject({ data: { plan: 'pro', city: 'Bonn' } });
    expect((await api.get('/contacts')).body.total).toBe(2);
  });

  test('importing the same file again changes nothing', async () => {
    const api = await caller();
    const file = 'email,age\na@example.com,1\nb@example.com,2\n';
    await imported(api, file);
    const before = await api.get('/contacts');

    const job = await imported(api, file);

    expect(job.result).toMatchObject({ total: 2, skipped: 2 });
    expect((await api.get('/contacts')).text).toBe(before.text);
  });

  test('figures of the fields follow', async () => {
    const api = await caller();

    await imported(api, `email,plan\n${Array.from({ length: 1_200 }, (_, n) => `p${n}@example.com,pro`).join('\n')}`);

    expect((await api.get('/contacts/fields')).body.fields.at(-1)).toMatchObject({ field: 'data.plan', count: 1_200 });
    expect((await api.get('/contacts/fields/plan/values')).body.items).toEqual([{ value: 'pro', count: 1_200 }]);
    expect((await api.get('/contacts')).body.total).toBe(1_200);
  });

  test('a neighbour sees neither the job nor the rows', async () => {
    const [api, neighbour] = [await caller(), await caller()];
    const job = await imported(api, 'email\na@example.com\nx\n');

    const missing = { status: 404, body: { error: { code: 'RESOURCE_NOT_FOUND', details: { resource: 'job' } } } };
    expect(await neighbour.get(`/contacts/import/${job.jobId}`)).toMatchObject(missing);
    expect(await neighbour.get(`/contacts/import/${job.jobId}/errors.csv`)).toMatchObject(missing);
    expect((await neighbour.get('/contacts')).body.total).toBe(0);
  });
});

describe('the file of failed rows', () => {
  test('has the original cells and the reason, and no cell starts a formula', async () => {
    const api = await caller();
    const job = await imported(api, 'email;=name;x\n@bad;"a;b";-1\nok@example.com;y;z\nno\n');

    const reply = await api.get(`/contacts/import/${job.jobId}/errors.csv`);

    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(reply.text).toBe(
      "email,'=name,x,error\r\n'@bad,a;b,'-1,Not a valid email address\r\nno,,,Not a valid email address\r\n",
    );
  });

  test('is the header alone when nothing failed', async () => {
    const api = await caller();
    const job = await imported(api, 'email,plan\na@example.com,pro\n');

    expect((await api.get(`/contacts/import/${job.jobId}/errors.csv`)).text).toBe('email,plan,error\r\n');
  });

  test('is refused before the import has ended, and for other jobs', async () => {
    const api = await caller();
    const { body: waiting } = await api.post('/contacts/import', fileForm('email\na@example.com\n'));
    const { body: bulk } = await api.post('/contacts/bulk-delete', { mode: 'query', filter: {} });

    expect(await api.get(`/contacts/import/${waiting.jobId}/errors.csv`)).toMatchObject({
      status: 400,
      body: { error: { code: 'JOB_NOT_FINISHED', details: { state: 'waiting' } } },
    });
    expect(await api.get(`/contacts/import/${bulk.jobId}/errors.csv`)).toMatchObject({ status: 404 });
    expect(await api.get('/contacts/import/nonsense/errors.csv')).toMatchObject({ status: 404 });
  });
});
