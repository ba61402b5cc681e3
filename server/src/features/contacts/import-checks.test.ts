import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Client, fileForm, startTestApp, type TestApp } from '#testing';

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
const rows = (count: number, row: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => row(n)).join('\n');

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
    for (const [index, error] of errors.entries()) expect(job.result.errors[index]).toMatchObject(error);
    expect(await own.get(`/contacts/import/${body.jobId}/errors.csv`)).toMatchObject({ status: 200 });
  });

  test('keys with the names of object properties are plain keys', async () => {
    const own = app.as((await app.given.project()).secretKey);

    await own.post('/contacts/import', fileForm('email,__proto__,constructor,toString\na@example.com,x,y,z\n'));
    await app.settle();

    expect((await own.get('/contacts')).body.data[0].data).toEqual({ constructor: 'y', toString: 'z' });
  });
});

// Last in the file: no test waits for this import.
test('exactly 5 MB and exactly 200,000 rows are accepted (D-228)', async () => {
  const small = rows(200_000, (n) => `${n}@b.cd`);
  const padded = `email\n${small}`.padEnd(5 * megabyte, '\n');

  expect(await api.post('/contacts/import', fileForm(padded))).toMatchObject({ status: 202 });
});
