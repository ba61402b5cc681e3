import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Client, TestApp } from '#testing';
import { fileForm, startTestApp } from '#testing';

let app: TestApp;
let project: Awaited<ReturnType<TestApp['given']['project']>>;
let api: Client;
beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'));
  project = await app.given.project();
  api = app.as(project.secretKey);
});
afterAll(() => app.close());

const megabyte = 1024 * 1024;
const refusedWith = (code: string, message?: string) => ({
  status: 422,
  body: {
    error: {
      code: 'VALIDATION_ERROR',
      errors: [{ field: 'file', code, ...(message ? { message: expect.stringContaining(message) } : {}) }],
    },
  },
});
const rows = (count: number, row: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => row(n)).join('\n');

describe('before an import is accepted', () => {
  test.each<[name: string, form: FormData, code: string, message?: string]>([
    ['no part named file', fileForm('email\n', { part: 'upload' }), 'required'],
    ['an empty file', fileForm(''), 'too_small'],
    ['more than 5 MB', fileForm(`email\n${'x'.repeat(5 * megabyte)}`), 'too_big'],
    ['a much larger file', fileForm(`email\n${'x'.repeat(12 * megabyte)}`), 'too_big'],
    ['another kind of file', fileForm('email\n', { name: 'a.xlsx', type: 'application/zip' }), 'custom', 'CSV'],
    ['UTF-16', fileForm(Buffer.from('\uFEFFemail\na@example.com\n', 'utf16le')), 'custom', 'UTF-8'],
    ['UTF-16 without a mark', fileForm(Buffer.from('email\na@example.com\n', 'utf16le')), 'custom', 'email'],
    ['Latin-1', fileForm(Buffer.from('email,ort\na@example.com,K\xf6ln\n', 'latin1')), 'custom', 'UTF-8'],
    ['no email column', fileForm('mail,plan\na@example.com,pro\n'), 'custom', 'email'],
    ['one key twice', fileForm('email,plan,data.plan\n'), 'custom', '"plan"'],
    ['201 columns', fileForm(`email,${rows(200, (n) => `c${n}`).replaceAll('\n', ',')}\n`), 'too_big', '200 columns'],
    ['100,000 columns', fileForm(`email${',x'.repeat(100_000)}\n`), 'too_big', '200 columns'],
    ['one line of 5 MB', fileForm('x'.repeat(5 * megabyte)), 'custom', 'email'],
    ['200,001 rows', fileForm(`email\n${rows(200_001, (n) => `${n}@b.cd`)}`), 'too_big', '200000 rows'],
    ['a header with a control character', fileForm('email,a\u0001b\n'), 'custom', 'control'],
  ])('%s is refused', async (_name, form, code, message) => {
    expect(await api.post('/contacts/import', form)).toMatchObject(refusedWith(code, message));
  });

  test.each([
    ['a name that ends in .csv', { name: 'A.CSV', type: 'application/octet-stream' }],
    ['text/csv', { name: 'export', type: 'text/csv' }],
    ['text/plain', { name: 'export.txt', type: 'text/plain' }],
    ['the type spreadsheets send', { name: 'export', type: 'application/vnd.ms-excel' }],
  ])('%s is enough', async (_name, options) => {
    expect(await api.post('/contacts/import', fileForm('email\n', options))).toMatchObject({ status: 202 });
  });

  test('only multipart is understood, also for a session, and only with a boundary', async () => {
    const unsupported = { status: 415, body: { error: { details: { allowed: ['multipart/form-data'] } } } };
    expect(await api.post('/contacts/import', { file: 'email' })).toMatchObject(unsupported);
    expect(await api.post('/contacts/import', 'email\n', { 'content-type': 'text/csv' })).toMatchObject(unsupported);
    expect(await api.post('/contacts/import', 'email\n', { 'content-type': 'multipart/form-data' })).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID_REQUEST_BODY' } },
    });
    expect(await api.post('/contacts/import')).toMatchObject(refusedWith('required'));

    const session = project.owner.in(project.id);
    expect(await session.post('/contacts/import', fileForm('email\n'))).toMatchObject({ status: 202 });
    expect(
      await session.post('/contacts/import', fileForm('email\n'), { 'sec-fetch-site': 'cross-site' }),
    ).toMatchObject({ status: 403, body: { error: { details: { reason: 'ORIGIN_REFUSED' } } } });
  });

  test('multipart is refused everywhere else', async () => {
    expect(await api.post('/contacts', fileForm('email\n'))).toMatchObject({ status: 415 });
  });

  test('a body that ends early is unreadable', async () => {
    const body = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nemail\n';

    expect(
      await api.post('/contacts/import', body, { 'content-type': 'multipart/form-data; boundary=x' }),
    ).toMatchObject({ status: 400, body: { error: { code: 'INVALID_REQUEST_BODY' } } });
  });

  test('a stranger is turned away before a byte of the file is read', async () => {
    const stranger = app.as('sk_wrong');

    expect(await stranger.post('/contacts/import', fileForm('email\n'))).toMatchObject({ status: 401 });
    expect(await stranger.post('/contacts/import', { any: 'thing' })).toMatchObject({ status: 401 });
  });
});

describe('odd files', () => {
  test.each<[name: string, content: string | Buffer, counts: object, errors?: object[]]>([
    ['a byte order mark', '\uFEFFemail\na@example.com\n', { created: 1 }],
    ['CR line ends', 'email,x\ra@example.com,1\rb@example.com,2\r', { created: 2 }],
    ['semicolons', 'email;x\na@example.com;"1;2"\n', { created: 1 }],
    ['tabs', 'x\temail\n1\ta@example.com\n', { created: 1 }],
    ['no rows', 'email\n', { total: 0 }],
    ['only blank lines below', 'email\n\n  \n\r\n', { total: 0 }],
    [
      'an open quote',
      'email,x\na@example.com,1\nb@example.com,"2\nc@example.com,3\n',
      { created: 1, failed: 1 },
      [{ row: 3 }],
    ],
    [
      'NUL',
      'email,x\na@example.com,a\0b\nb\0@example.com,1\nc@example.com,1\n',
      { created: 1, failed: 2 },
      [{ row: 2 }, { row: 3, email: 'b\uFFFD@example.com' }],
    ],
    ['__proto__', 'email,__proto__,constructor\na@example.com,x,y\n', { created: 1 }],
    [
      'more cells than columns',
      'email,x\na@example.com,1,2\nb@example.com\n',
      { created: 1, failed: 1 },
      [{ row: 2, email: 'a@example.com' }],
    ],
    [
      'a cell over 10 KB',
      `email,x\na@example.com,${'ü'.repeat(5_121)}\nb@example.com,${'ü'.repeat(5_120)}\n`,
      { created: 1, failed: 1 },
    ],
    ['a row over 5 MB less its header', `email\n${'x'.repeat(5 * megabyte - 6)}`, { failed: 1 }],
    ['a row of a million cells', `email\n${','.repeat(1_000_000)}\n`, { failed: 1 }],
    [
      'data over 64 KB',
      `email,${rows(8, (n) => `c${n}`).replaceAll('\n', ',')}\na@example.com,${rows(8, () => 'x'.repeat(9_000)).replaceAll('\n', ',')}\n`,
      { failed: 1 },
      [{ row: 2, email: 'a@example.com' }],
    ],
  ])('%s', async (_name, content, counts, errors = []) => {
    const own = app.as((await app.given.project()).secretKey);

    const { body } = await own.post('/contacts/import', fileForm(content));
    await app.settle();
    const job = (await own.get(`/contacts/import/${body.jobId}`)).body;

    expect(job).toMatchObject({ state: 'completed', result: counts });
    const { total, created, updated, skipped, failed } = job.result;
    expect(created + updated + skipped + failed).toBe(total);
    for (const [place, error] of errors.entries()) expect(job.result.errors[place]).toMatchObject(error);
    expect(await own.get(`/contacts/import/${body.jobId}/errors.csv`)).toMatchObject({ status: 200 });
  });

  test('keys that look like properties of objects are plain keys', async () => {
    const own = app.as((await app.given.project()).secretKey);

    await own.post('/contacts/import', fileForm('email,__proto__,constructor,toString\na@example.com,x,y,z\n'));
    await app.settle();

    expect((await own.get('/contacts')).body.data[0].data).toEqual({ constructor: 'y', toString: 'z' });
  });
});

// Last in the file: nobody waits for this import.
test('exactly 5 MB and exactly 200,000 rows are accepted', async () => {
  const small = rows(200_000, (n) => `${n}@b.cd`);
  const padded = `email\n${small}`.padEnd(5 * megabyte, '\n');

  expect(await api.post('/contacts/import', fileForm(padded))).toMatchObject({ status: 202 });
});
