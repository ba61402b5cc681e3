import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { Client, TestApp } from '#testing';
import { startTestApp, testApp } from '#testing';
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
const rows = async (table: string): Promise<number> =>
  Number((await app.app.cellar.database.pool.query(`select count(*) from ${table}`)).rows[0].count);

test('D-618 D-625 a send makes contact, record and rendered content, and tells of each', async () => {
  const reply = await send({ data: { name: 'Ann', code: { value: '831', persistent: false } } });

  expect(reply).toMatchObject({ status: 200, body: { success: true } });
  const [one] = reply.body.data.emails;
  expect(one).toMatchObject({ contact: { email: 'ann@example.com' }, status: 'QUEUED', reason: null });
  expect((await client.get(`/contacts/${one.contact.id}`)).body).toMatchObject({
    subscribed: false,
    data: { name: 'Ann' },
  });
  expect(await read(one.email)).toMatchObject({
    id: one.email,
    status: 'QUEUED',
    to: 'ann@example.com',
    contactId: one.contact.id,
    from: 'hello@postrider.test',
    subject: 'Hi Ann',
    body: '<p>Hi Ann</p>',
    text: 'Hi Ann',
    bodyExpired: false,
    type: 'TRANSACTIONAL',
    sourceType: 'TRANSACTIONAL',
    test: true,
    messageId: `<${one.email}@postrider.test>`,
    variables: { name: { value: 'Ann', persistent: true }, code: { value: '831', persistent: false } },
    createdAt: reply.body.data.timestamp,
    timeline: [],
    attemptLog: [],
    warnings: [],
  });
});

test('D-609 D-623 several recipients in order, each once, each with a text of their own; all or nothing', async () => {
  await client.post('/contacts', { email: 'ann@example.com', data: { name: 'Ann' } });
  const to = ['Ann@example.com', { email: 'bob@example.com', name: 'Bob B' }, 'ann@EXAMPLE.com'];
  const emails = await sent({ to });

  expect(emails.map((one: { contact: { email: string } }) => one.contact.email)).toEqual([
    'ann@example.com',
    'bob@example.com',
    'ann@example.com',
  ]);
  expect(emails[2]).toEqual(emails[0]);
  expect(await read(emails[0].email)).toMatchObject({ subject: 'Hi Ann', toName: null });
  expect(await read(emails[1].email)).toMatchObject({ subject: 'Hi ', toName: 'Bob B' });

  const before = await rows('emails');
  const big = 'x'.repeat(60_000);
  await client.post('/contacts', { email: 'ann@example.com', data: { a: big } });
  const refused = await send({ to, data: { b: big } });
  expect(refused.status).toBe(422);
  expect(await rows('emails')).toBe(before);
});

test('the first source of sender, name and reply address counts (1.3)', async () => {
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

test('what the merge leaves open is named at once, and a template that is not there is a 404', async () => {
  const bare = await template({ from: null });

  expect(await problems({ subject: undefined, body: undefined, from: undefined })).toEqual([
    'subject required',
    'body required',
    'from required',
  ]);
  expect(await problems({ template: bare, from: undefined })).toEqual(['from required']);
  const unknown = await send({ template: '0197f3a2-1c00-7000-8000-000000000000' });
  expect(unknown).toMatchObject({ status: 404, body: { error: { code: 'TEMPLATE_NOT_FOUND' } } });
  expect(await problems({ template: 'x' })).toEqual(['template invalid_string']);
});

test('D-610 D-611 only a verified domain sends, and the refusal says what to do', async () => {
  const reply = await send({ from: 'hello@acme.example' });

  expect(reply).toMatchObject({
    status: 403,
    body: { error: { code: 'DOMAIN_NOT_VERIFIED', details: { domain: 'acme.example' } } },
  });
  expect(reply.body.error.suggestion).toContain('hello@postrider.test');
});

test('1.7 mail that needs consent is suppressed without it, and says so', async () => {
  const id = await template({ type: 'MARKETING' });
  const [fresh] = await sent({ template: id });
  expect(fresh).toMatchObject({ status: 'SUPPRESSED', reason: 'UNSUBSCRIBED' });
  expect(await read(fresh.email)).toMatchObject({
    status: 'SUPPRESSED',
    reason: 'UNSUBSCRIBED',
    timeline: [{ type: 'email.suppressed', data: { reason: 'UNSUBSCRIBED', emailId: fresh.email } }],
  });

  const [asked] = await sent({ template: id, subscribed: true, body: undefined });
  expect(asked).toMatchObject({ status: 'QUEUED' });
  const { body } = await read(asked.email);
  expect(body).toMatch(/Template you.*\/u\//s);
  expect((await sent())[0]).toMatchObject({ status: 'QUEUED' });
});

test('D-670 in live mode a mail is a test only at the sandbox domain', async () => {
  const live = await testApp({ MAIL_RELAYS: 'smtp://127.0.0.1:1' });
  const project = await live.given.project();
  const { pool } = live.app.cellar.database;
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

test('D-604 D-612 D-613 every broken rule is reported at its field', async () => {
  expect(await problems({ to: [] })).toEqual(['to too_small']);
  expect(await problems({ to: Array.from({ length: 101 }, (_, n) => `a${n}@example.com`) })).toEqual(['to too_big']);
  expect(await problems({ to: 7 })).toEqual(['to invalid_union']);
  expect(await problems({ to: undefined, subject: 'a\nb' })).toEqual(['to required', 'subject invalid_string']);
  expect(
    await problems({ to: ['ann@example.com', { name: 'x' }, 'no', { email: 'b@example.com', name: 'a\nb' }] }),
  ).toEqual(['to.1.email required', 'to.2 invalid_string', 'to.3.name invalid_string']);
  expect(await problems({ from: 'x <y>' })).toEqual(['from invalid_string']);
  expect(
    await problems({
      headers: { From: 'x', 'X-A': 'a\r\nBcc: b@example.com', 'X-B': 1, 'x-c': '', 'X-C': '', 'X D': '' },
    }),
  ).toEqual([
    'headers.From custom',
    'headers.X-A invalid_string',
    'headers.X-B invalid_type',
    'headers.X-C custom',
    'headers.X D invalid_string',
  ]);
  expect(await problems({ headers: { 'X-A': 'x'.repeat(999) } })).toEqual(['headers.X-A too_big']);
  expect(await problems({ body: `{{a}}${'x'.repeat(600_000)}` })).toEqual(['body too_big']);
  expect(await problems({ subject: 'x'.repeat(999) })).toEqual(['subject too_big']);
});

test('D-606 a body over 512 KB without variables is sent as it stands', async () => {
  const body = `<p>${'x'.repeat(600_000)}</p>`;
  const [one] = await sent({ body });
  const stored = await read(one.email);
  expect(stored.body === body).toBe(true);
  expect(stored.warnings).toEqual([]);
});

test('D-614 D-615 files are checked, cleaned and kept once for all recipients', async () => {
  const content = Buffer.from('hello').toString('base64');
  const file = { filename: 'a/b\\c.txt', content, contentType: 'text/plain' };
  const before = await rows('email_attachments');
  const emails = await sent({
    to: ['ann@example.com', 'bob@example.com'],
    attachments: [
      file,
      { ...file, filename: 'i.png', contentType: 'image/png', disposition: 'inline', contentId: 'logo' },
    ],
  });
  expect(await rows('email_attachments')).toBe(before + 2);
  const facts = { size: 5, sha256: createHash('sha256').update('hello').digest('hex') };
  expect((await read(emails[1].email)).attachments).toEqual([
    { ...facts, filename: 'a_b_c.txt', contentType: 'text/plain', disposition: 'attachment', contentId: null },
    { ...facts, filename: 'i.png', contentType: 'image/png', disposition: 'inline', contentId: 'logo' },
  ]);

  const faulty = async (fields: object) => problems({ attachments: [{ ...file, ...fields }] });
  expect(await faulty({ filename: 'a"b' })).toEqual(['attachments.0.filename invalid_string']);
  expect(await faulty({ content: 'a*b' })).toEqual(['attachments.0.content invalid_string']);
  expect(await faulty({ content: '' })).toEqual(['attachments.0.content too_small']);
  expect(await faulty({ contentType: 'multipart/mixed' })).toEqual(['attachments.0.contentType invalid_string']);
  expect(await faulty({ contentType: 'text' })).toEqual(['attachments.0.contentType invalid_string']);
  expect(await faulty({ disposition: 'inline' })).toEqual(['attachments.0.contentId required']);
  expect(await faulty({ disposition: 'hidden' })).toEqual(['attachments.0.disposition invalid_enum_value']);
  expect(await problems({ attachments: Array.from({ length: 11 }, () => file) })).toEqual(['attachments too_big']);
  const large = { ...file, content: Buffer.alloc(6_000_000).toString('base64') };
  expect(await problems({ attachments: [large, large] })).toEqual(['attachments too_big']);
  const twice = { ...file, contentId: 'same' };
  expect(await problems({ attachments: [twice, twice] })).toEqual(['attachments.1.contentId custom']);
});

test('D-619 a text that does not parse is sent by plain substitution, with a warning', async () => {
  const [one] = await sent({ body: '{% if a %}Hi {{name}}', data: { name: 'Ann' } });

  expect(await read(one.email)).toMatchObject({
    body: '{% if a %}Hi Ann',
    warnings: [{ code: 'template_syntax', field: 'body', line: 1, column: 1 }],
  });
});

test('twenty sends at once to one new address make one contact, and every mail names it', async () => {
  const replies = await Promise.all(Array.from({ length: 20 }, () => send({ to: 'new@example.com' })));

  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(replies.map(({ body }) => body.data.emails[0].contact.id)).size).toBe(1);
  const { body } = await client.get('/contacts?search=new@example.com');
  expect(body.total).toBe(1);
});

test('a key that was used is refused, and a refused send leaves its key free', async () => {
  const as = client.with({ 'idempotency-key': 'k-1' });
  expect((await as.post('/v1/send', { ...mail, from: 'a@acme.example' })).status).toBe(403);
  const first = await as.post('/v1/send', mail);
  const again = await as.post('/v1/send', mail);

  expect(first.status).toBe(200);
  expect(again).toMatchObject({ status: 409, body: { error: { details: { originalResponse: first.body } } } });
});
