import assert from 'node:assert/strict';
import { projectEndpoint } from '../conventions/project-endpoint.ts';
import { entry, it } from '../entry.ts';
import { answered, includes, invalid, isUuid7, refused } from '../world/expect.ts';
import { newEmail, type Owner } from '../world/people.ts';
import { fileRequest, importFile, upload } from './job.ts';
import { newContact } from './new-contact.ts';

const dataOf = async ({ key }: Owner) => {
  const { data } = (await key.get('/contacts?sort=email&dir=asc&limit=100')).body;
  return data.map(({ email, subscribed, data: own }: never) => [email, subscribed, own]);
};

/** Files of the right kind that cannot be read, with the code and what the message says. */
const unreadable: [content: string | Buffer, code: string, message: RegExp][] = [
  [Buffer.from('\uFEFFemail\na@example.com\n', 'utf16le'), 'custom', /UTF-8/],
  [Buffer.from('email\na@example.com\n', 'utf16le'), 'custom', /email/],
  [Buffer.from('email,ort\na@example.com,K\xf6ln\n', 'latin1'), 'custom', /UTF-8/],
  ['mail,plan\na@example.com,pro\n', 'custom', /email/],
  ['email,plan,data.plan\n', 'custom', /"plan"/],
  ['email,a\u0001b\n', 'custom', /control/],
  ['x'.repeat(5 * 1024 * 1024), 'custom', /email/],
  [`email${',x'.repeat(200)}\n`, 'too_big', /200 columns/],
  [`email${',x'.repeat(100_000)}\n`, 'too_big', /200 columns/],
  [`email\n${'x\n'.repeat(200_001)}`, 'too_big', /200000 rows/],
];

export const importContacts = entry(
  'POST /contacts/import',
  projectEndpoint({
    endpoint: 'POST /contacts/import',
    status: 202,
    request: async () => fileRequest(`email\n${newEmail()}\n`),
  }),
  it('queues the file and creates, updates, skips and reports (D-232)', async (world) => {
    const owner = await world.owner();
    const old = await newContact(owner, { subscribed: false, data: { plan: 'free', city: 'Bonn' } });
    const same = await newContact(owner, { data: { plan: 'pro' } });
    const reply = await upload(owner, `E-Mail,email\nx,${newEmail()}\n`);
    answered(reply, 202, { message: 'Queued' });
    isUuid7(reply.body.jobId);
    const { result, type, state } = await importFile(
      owner,
      `EMAIL,plan,city\r\nnew@import.example,pro,\r\n${old.email.toUpperCase()},pro,\r\n${same.email},pro,\r\nada@,,\r\n,pro,\r\n`,
    );
    assert.deepEqual([type, state], ['import', 'completed']);
    assert.deepEqual(result, {
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
    const kept = (await owner.key.get(`/contacts/${old.id}`)).body;
    includes(kept, { subscribed: false, data: { plan: 'pro', city: 'Bonn' } });
  }),
  it('gives columns of numbers and booleans their type, unless the key has another (D-231)', async (world) => {
    const owner = await world.owner();
    await newContact(owner, { email: 'a@import.example', data: { zip: '01', seats: 1, vip: true } });
    await importFile(
      owner,
      'email;age;zip;seats;vip;mixed;flag;First Name\nb@import.example;41;53111;many;no;1;true;Ada\nc@import.example;;53113;7;false;x;false;\n',
    );
    const [, b, c] = await dataOf(owner);
    const named = { age: 41, zip: '53111', seats: 'many', vip: 'no', mixed: '1', flag: true, 'First Name': 'Ada' };
    assert.deepEqual(b, ['b@import.example', true, named]);
    assert.deepEqual(c, ['c@import.example', true, { zip: '53113', seats: 7, vip: false, mixed: 'x', flag: false }]);
  }),
  it('decides the type of a column by the whole file, before its first row is written (D-231)', async (world) => {
    const owner = await world.owner();
    const rows = Array.from(
      { length: 600 },
      (_, n) => `n${String(n).padStart(3, '0')}@import.example,${n === 599 ? 'x' : n}`,
    );
    includes((await importFile(owner, `email,code\n${rows.join('\n')}\n`)).result, { created: 600 });
    assert.deepEqual((await dataOf(owner))[0], ['n000@import.example', true, { code: '0' }]);
  }),
  it('lets a column named subscribed set the state (D-230, D-232)', async (world) => {
    const owner = await world.owner();
    await newContact(owner, { email: 'out@import.example', subscribed: false });
    const { result } = await importFile(
      owner,
      'email,subscribed\na@import.example,no\nb@import.example,TRUE\nc@import.example,\nd@import.example,maybe\ne@import.example, YES \nout@import.example,\n',
    );
    includes(result, { created: 4, skipped: 1, failed: 1, errors: [{ row: 5, email: 'd@import.example' }] });
    assert.deepEqual(
      (await dataOf(owner)).map(([, subscribed]: unknown[]) => subscribed),
      [false, true, true, true, false],
    );
    assert.equal((await owner.key.get('/contacts/fields')).body.fields.length, 4);
  }),
  it('merges an address that occurs twice, ignores reserved columns, and changes nothing the second time (D-232)', async (world) => {
    const owner = await world.owner();
    const file =
      'id,email,createdAt,a,b\nx,a@import.example,y,1,one\nx,A@import.example,y,2,\nx,a@import.example,y,2,\n';
    includes((await importFile(owner, file)).result, { total: 3, created: 1, updated: 1, skipped: 1 });
    assert.deepEqual(await dataOf(owner), [['a@import.example', true, { a: 2, b: 'one' }]]);
    const before = await owner.key.get('/contacts');
    const same = 'email,a\na@import.example,2\n';
    includes((await importFile(owner, same)).result, { total: 1, skipped: 1 });
    assert.equal((await owner.key.get('/contacts')).text, before.text);
  }),
  it('counts lines of the file, also inside quotes and with blank ones between (D-229)', async (world) => {
    const owner = await world.owner();
    const { result } = await importFile(owner, '\uFEFFemail,note\n\n"x1","a\r\nb ""c"""\r\rx2,,\nx3\n');
    assert.deepEqual(
      result.errors.map(({ row }: { row: number }) => row),
      [3, 6, 7],
    );
  }),
  it('refuses files it cannot read, before anything is queued (D-228)', async (world) => {
    const owner = await world.own();
    invalid(await upload(owner, 'email\n', { part: 'upload' }), ['file', 'required']);
    invalid(await upload(owner, ''), ['file', 'too_small']);
    invalid(await upload(owner, `email\n${'x'.repeat(5 * 1024 * 1024)}`), ['file', 'too_big']);
    invalid(await upload(owner, `email\n${'x'.repeat(12 * 1024 * 1024)}`), ['file', 'too_big']);
    for (const [content, code, message] of unreadable) {
      const reply = await upload(owner, content);
      invalid(reply, ['file', code]);
      assert.match(reply.body.error.errors[0].message, message);
    }
    const sheet = await upload(owner, 'email\n', { name: 'a.xlsx', type: 'application/zip' });
    invalid(sheet, ['file', 'custom']);
    assert.match(sheet.body.error.errors[0].message, /CSV/);
  }),
  it('accepts any name that ends in .csv, and the types that spreadsheets send (D-228)', async (world) => {
    const owner = await world.own();
    for (const [name, type] of [
      ['A.CSV', 'application/octet-stream'],
      ['export', 'text/csv'],
      ['export.txt', 'text/plain'],
      ['export', 'application/vnd.ms-excel'],
    ] as const) {
      answered(await upload(owner, 'email\n', { name, type }), 202);
    }
  }),
  it('takes multipart and nothing else', async (world) => {
    const { key } = await world.own();
    const json = await key.post('/contacts/import', { file: 'email' });
    refused(json, 415, 'UNSUPPORTED_MEDIA_TYPE', { allowed: ['multipart/form-data'] });
    const whole = fileRequest('email\n');
    const cut = '--edge\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nemail\n';
    for (const change of [
      { raw: '--edge\r\nContent-Disp' },
      { raw: cut },
      { headers: { 'content-type': 'multipart/form-data' } },
    ]) {
      refused(await key.send({ method: 'POST', ...whole, ...change }), 400, 'INVALID_REQUEST_BODY');
    }
    invalid(await key.post('/contacts/import'), ['file', 'required']);
  }),
);
