import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { type Client, startTestApp, type TestApp, testApp } from '#testing';
import { givenSender } from '#testing/given-mail';

let app: TestApp;
let client: Client;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'));
});
afterAll(() => app.close());
beforeEach(async () => {
  client = app.as((await app.given.project()).secretKey);
});

const mail = {
  to: 'ann@example.com',
  subject: 'Hi {{name}}',
  body: '<p>Hi {{name}}</p>',
  from: 'hello@postrider.test',
};
const send = (fields: object = {}) => client.post('/v1/send', { ...mail, ...fields });
const sent = async (fields: object = {}) => {
  const reply = await send(fields);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body.data.emails;
};
const read = async (id: string) => (await client.get(`/emails/${id}`)).body;
const problems = async (fields: object) => {
  const reply = await send(fields);
  expect(reply.status, JSON.stringify(reply.body)).toBe(422);
  return reply.body.error.errors.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`);
};
const template = async (fields: object = {}) =>
  (
    await client.post('/templates', {
      name: 'One',
      subject: 'From the template',
      body: '<p>Template {{name ?? "you"}}</p>',
      type: 'TRANSACTIONAL',
      from: 'template@postrider.test',
      fromName: 'Template',
      replyTo: 'reply@example.org',
      ...fields,
    })
  ).body.id;
test('the first source of sender, name and reply address counts (1.3, D-613)', async () => {
  const id = await template();
  const look = async (fields: object) => {
    const [one] = await sent({ subject: undefined, body: undefined, from: undefined, template: id, ...fields });
    const { from, fromName, replyTo, subject, templateId } = await read(one.email);
    return { from, fromName, replyTo, subject, templateId };
  };

  const whole = { from: 'template@postrider.test', fromName: 'Template', replyTo: 'reply@example.org' };
  expect(await look({})).toEqual({ ...whole, subject: 'From the template', templateId: id });
  expect(await look({ from: 'A B <x@postrider.test>', name: 'No', reply: 'r@example.org', subject: 'S' })).toEqual({
    from: 'x@postrider.test',
    fromName: 'A B',
    replyTo: 'r@example.org',
    subject: 'S',
    templateId: id,
  });
  expect(await look({ from: 'x@postrider.test', name: 'Old' })).toMatchObject({ fromName: 'Old' });
  expect(await look({ from: { email: 'x@postrider.test', name: 'New' }, name: 'Old' })).toMatchObject({
    fromName: 'New',
  });
  expect(await look({ from: { email: 'x@postrider.test' }, name: 'Old' })).toMatchObject({ fromName: 'Template' });
  expect(await look({ name: 'Old' })).toMatchObject({ fromName: 'Template' });
  expect(await look({ headers: { 'reply-to': 'h@example.org' } })).toMatchObject({ replyTo: 'h@example.org' });
  expect(await look({ replyTo: 'alias@example.org' })).toMatchObject({ replyTo: 'alias@example.org' });
});

test('in live mode a mail is a test only at the sandbox domain (D-670)', async () => {
  const live = await testApp({ MAIL_RELAYS: 'smtp://127.0.0.1:1' });
  const project = await live.given.project();
  const { pool } = live.app.services.database;
  await givenSender(pool, project.id, 'acme.example');
  const isTest = async (fields: object) => {
    const { body } = await live.as(project.secretKey).post('/v1/send', { ...mail, from: 'a@acme.example', ...fields });
    return (await live.as(project.secretKey).get(`/emails/${body.data.emails[0].email}`)).body.test;
  };

  expect(await isTest({})).toBe(true); // a new project
  await pool.query("update projects set mode = 'live'");
  expect(await isTest({})).toBe(false);
  expect(await isTest({ from: 'a@postrider.test' })).toBe(true);
  expect(await isTest({ to: 'delivered@postrider.test' })).toBe(true);
});

test('a send that one recipient cannot take is written for none (D-623)', async () => {
  const big = 'x'.repeat(60_000);
  await client.post('/contacts', { email: 'ann@example.com', data: { a: big } });

  const refused = await send({ to: ['bob@example.com', 'ann@example.com'], data: { b: big } });

  expect(refused.status).toBe(422);
  expect(refused.body.error.errors).toEqual([{ field: 'data', code: 'too_big', message: expect.any(String) }]);
  expect((await client.get('/emails')).body.total).toBe(0);
});

test('what is too long is not read any further', async () => {
  const file = { filename: 'a.txt', content: 'aGVsbG8=', contentType: 'text/plain' };
  const many = (count: number, value: unknown) => Array.from({ length: count }, () => value);

  expect(await problems({ to: many(101, 'no') })).toEqual(['to too_big']);
  expect(await problems({ from: '\n'.repeat(1_401) })).toEqual(['from too_big']);
  expect(await problems({ headers: Object.fromEntries(many(51, 7).map((value, n) => [`X ${n}`, value])) })).toEqual([
    'headers too_big',
  ]);
  expect(await problems({ attachments: many(101, 7) })).toEqual(['attachments too_big']);
  expect(await problems({ attachments: [{ ...file, filename: '"'.repeat(256), contentId: ' '.repeat(256) }] })).toEqual(
    ['attachments.0.filename too_big', 'attachments.0.contentId too_big'],
  );
});

test('ids of files are compared beside other problems, each at its own index', async () => {
  const file = { filename: 'a.txt', content: 'aGVsbG8=', contentType: 'text/plain', contentId: 'same' };

  expect(await problems({ attachments: [null, file, { ...file, filename: '' }, { disposition: 'inline' }] })).toEqual([
    'attachments.0 invalid_type',
    'attachments.2.filename too_small',
    'attachments.3.filename required',
    'attachments.3.content required',
    'attachments.3.contentType required',
    'attachments.2.contentId custom',
    'attachments.3.contentId required',
  ]);
});

test('files are kept once for all recipients (D-614)', async () => {
  const file = { filename: 'a.txt', content: 'aGVsbG8=', contentType: 'text/plain' };
  const rows = async (): Promise<number> =>
    Number((await app.app.services.database.pool.query('select count(*) from email_attachments')).rows[0].count);
  const before = await rows();

  await sent({ to: ['ann@example.com', 'bob@example.com'], attachments: [file, { ...file, filename: 'b.txt' }] });

  expect(await rows()).toBe(before + 2);
});

test('twenty sends at once to one new address make one contact, and every mail names it', async () => {
  const replies = await Promise.all(Array.from({ length: 20 }, () => send({ to: 'new@example.com' })));

  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(replies.map(({ body }) => body.data.emails[0].contact.id)).size).toBe(1);
  const { body } = await client.get('/contacts?search=new@example.com');
  expect(body.total).toBe(1);
});
