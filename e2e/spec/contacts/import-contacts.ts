import assert from 'node:assert/strict';
import { projectEndpoint } from '../conventions/project-endpoint.ts';
import { entry, it } from '../entry.ts';
import { answered, includes, invalid, isUuid7, refused } from '../world/expect.ts';
import type { Owner } from '../world/people.ts';
import { newEmail } from '../world/people.ts';
import { fileRequest, imported, upload } from './job.ts';
import { newContact } from './new-contact.ts';

const dataOf = async ({ key }: Owner) => {
  const { data } = (await key.get('/contacts?sort=email&dir=asc&limit=100')).body;
  return data.map(({ email, subscribed, data: own }: never) => [email, subscribed, own]);
};

export const importContacts = entry(
  'POST /contacts/import',
  projectEndpoint({
    endpoint: 'POST /contacts/import',
    status: 202,
    request: async () => fileRequest(`email\n${newEmail()}\n`),
  }),
  it('queues the file and creates, updates, skips and reports', async (world) => {
    const owner = await world.owner();
    const old = await newContact(owner, { subscribed: false, data: { plan: 'free', city: 'Bonn' } });
    const same = await newContact(owner, { data: { plan: 'pro' } });
    const reply = await upload(owner, `E-Mail,email\nx,${newEmail()}\n`);
    answered(reply, 202, { message: 'Queued' });
    isUuid7(reply.body.jobId);
    const { result, type, state } = await imported(
      owner,
      `EMAIL,plan,city\r\nnew@import.example,pro,\r\n${old.email.toUpperCase()},pro,\r\n${same.email},pro,\r\nada@,,\r\n`,
    );
    assert.deepEqual([type, state], ['import', 'completed']);
    assert.deepEqual(result, {
      total: 4,
      created: 1,
      updated: 1,
      skipped: 1,
      failed: 1,
      errors: [{ row: 5, email: 'ada@', error: 'Not a valid email address' }],
    });
    const kept = (await owner.key.get(`/contacts/${old.id}`)).body;
    includes(kept, { subscribed: false, data: { plan: 'pro', city: 'Bonn' } });
  }),
  it('gives columns of numbers and booleans their type, unless the key has another', async (world) => {
    const owner = await world.owner();
    await newContact(owner, { email: 'a@import.example', data: { zip: '01', seats: 1 } });
    await imported(owner, 'email;age;zip;seats;vip;First Name\nb@import.example;41;53111;many;true;Ada\n');
    assert.deepEqual((await dataOf(owner))[1], [
      'b@import.example',
      true,
      { age: 41, zip: '53111', seats: 'many', vip: true, 'First Name': 'Ada' },
    ]);
  }),
  it('lets a column named subscribed set the state', async (world) => {
    const owner = await world.owner();
    const { result } = await imported(
      owner,
      'email,subscribed\na@import.example,no\nb@import.example,TRUE\nc@import.example,\nd@import.example,maybe\n',
    );
    includes(result, { created: 3, failed: 1, errors: [{ row: 5, email: 'd@import.example' }] });
    assert.deepEqual(
      (await dataOf(owner)).map(([, subscribed]: unknown[]) => subscribed),
      [false, true, true],
    );
  }),
  it('merges an address that occurs twice, and ignores reserved columns', async (world) => {
    const owner = await world.owner();
    const { result } = await imported(
      owner,
      'id,email,createdAt,a,b\nx,a@import.example,y,1,one\nx,A@import.example,y,2,\n',
    );
    includes(result, { total: 2, created: 1, updated: 1 });
    assert.deepEqual(await dataOf(owner), [['a@import.example', true, { a: 2, b: 'one' }]]);
  }),
  it('counts lines of the file, also inside quotes and with blank ones between', async (world) => {
    const owner = await world.owner();
    const { result } = await imported(owner, '\uFEFFemail,note\n\n"x1","a\r\nb ""c"""\r\rx2,,\nx3\n');
    assert.deepEqual(
      result.errors.map(({ row }: { row: number }) => row),
      [3, 6, 7],
    );
  }),
  it('refuses files it cannot read, before anything is queued', async (world) => {
    const owner = await world.own();
    invalid(await upload(owner, 'email\n', { part: 'upload' }), ['file', 'required']);
    invalid(await upload(owner, ''), ['file', 'too_small']);
    invalid(await upload(owner, `email\n${'x'.repeat(5 * 1024 * 1024)}`), ['file', 'too_big']);
    invalid(await upload(owner, 'email\n', { name: 'a.pdf', type: 'application/pdf' }), ['file', 'custom']);
    invalid(await upload(owner, 'mail,plan\n'), ['file', 'custom']);
    invalid(await upload(owner, 'email,plan,data.plan\n'), ['file', 'custom']);
    invalid(await upload(owner, `email${',x'.repeat(200)}\n`), ['file', 'too_big']);
    invalid(await upload(owner, `email\n${'x\n'.repeat(200_001)}`), ['file', 'too_big']);
  }),
  it('takes multipart and nothing else', async (world) => {
    const { key } = await world.own();
    const json = await key.post('/contacts/import', { file: 'email' });
    refused(json, 415, 'UNSUPPORTED_MEDIA_TYPE', { allowed: ['multipart/form-data'] });
    const cut = { ...fileRequest('email\n'), raw: '--edge\r\nContent-Disp' };
    refused(await key.send({ method: 'POST', ...cut }), 400, 'INVALID_REQUEST_BODY');
    invalid(await key.post('/contacts/import'), ['file', 'required']);
  }),
);
