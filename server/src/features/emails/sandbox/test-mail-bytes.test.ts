import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { projectContext } from '#platform/context';
import { startTestApp, type TestApp } from '#testing';
import { deliveries } from '../delivery/deliveries.ts';
import { trimInbox } from './trim-inbox.ts';

const megabyte = 1_048_576;

let app: TestApp;
beforeAll(async () => {
  const settings = { TEST_BYTES_PER_DAY: String(2 * megabyte), INBOX_BYTES_PER_PROJECT: String(megabyte) };
  app = await startTestApp(inject('templateDatabase'), settings, { spools: [deliveries] });
});
afterAll(() => app.close());

const query = (text: string, values: unknown[] = []) => app.app.services.database.pool.query(text, values);
const mail = { from: 'hello@postrider.test', subject: 'Files', body: '<p>Hello</p>' };
const fileOf = (content: Buffer) => ({
  filename: 'data.bin',
  contentType: 'application/octet-stream',
  content: content.toString('base64'),
});

test('a file is stored once for all recipients, and every message contains it', async () => {
  const project = await app.given.project();
  const client = app.as(project.secretKey);
  const content = randomBytes(400_000);
  const to = ['ann@example.com', 'bob@example.com', 'eve@example.com'];

  const sent = await client.post('/v1/send', { ...mail, to, attachments: [fileOf(content)] });
  await app.settle();

  expect(sent.status).toBe(200);
  const { rows } = await query('select size, octet_length(raw) as kept from inbox_messages where project_id = $1', [
    project.id,
  ]);
  expect(rows).toHaveLength(3);
  for (const { size, kept } of rows) {
    expect(size).toBeGreaterThan(500_000);
    expect(kept).toBeLessThan(20_000);
  }
  for (const { email } of sent.body.data.emails) {
    const { text, status } = await client.get(`/inbox/${email}/raw`);
    expect(status).toBe(200);
    const encoded = text.slice(text.indexOf('octet-stream')).split('\r\n\r\n')[1]?.split('\r\n--')[0] ?? '';
    expect(Buffer.from(encoded, 'base64').equals(content)).toBe(true);
  }
});

test('the bytes of test mail a day are limited for each project, counted in the transaction of the mail', async () => {
  const [project, neighbour] = [await app.given.project(), await app.given.project()];
  const client = app.as(project.secretKey);
  const attachments = [fileOf(randomBytes(900_000))];
  const send = (to: string | string[], as = client) => as.post('/v1/send', { ...mail, to, attachments });

  const replies = [await send('ann@example.com'), await send('ann@example.com'), await send('ann@example.com')];

  expect(replies.map(({ status }) => status)).toEqual([200, 200, 400]);
  expect(replies[2]?.body.error).toMatchObject({
    code: 'STORAGE_LIMIT_REACHED',
    message: 'A project may have 2 MB of test mail accepted in a day, and this is more.',
    details: { limitBytes: 2 * megabyte },
  });
  const { rows } = await query('select count(*)::int as mails from emails where project_id = $1', [project.id]);
  expect(rows[0].mails).toBe(2);
  expect((await client.post('/v1/send', { ...mail, to: 'ann@example.com' })).status).toBe(200); // a small mail is within the limit
  expect((await send('ann@example.com', app.as(neighbour.secretKey))).status).toBe(200);
});

test('bodies count for each recipient', async () => {
  const client = app.as((await app.given.project()).secretKey);
  const to = Array.from({ length: 50 }, (_, n) => `a${n}@example.com`);

  const reply = await client.post('/v1/send', { ...mail, body: `<p>${'x'.repeat(50_000)}</p>`, to });

  expect(reply.body.error.code).toBe('STORAGE_LIMIT_REACHED');
});

test('the oldest captured messages are deleted when a project has too many bytes', async () => {
  const project = await app.given.project();
  await query(
    `with made as (
       insert into emails (project_id, id, status, recipient, from_email, subject, type, source_type, is_test, created_at, updated_at)
       select $1, gen_random_uuid(), 'SENT', 'ann@example.com', 'hello@postrider.test', 'No ' || n, 'TRANSACTIONAL',
              'TRANSACTIONAL', true, now(), now() - n * interval '1 second' from generate_series(1, 5) n
       returning project_id, id, recipient, subject, updated_at)
     insert into inbox_messages (project_id, id, recipient, subject, size, kept_bytes, raw, received_at)
     select project_id, id, recipient, subject, 9000000, case subject when 'No 2' then 100 else 300000 end, 'x', updated_at
       from made`,
    [project.id],
  );

  await trimInbox.run(projectContext(app.app.services, project.id), {});

  const { body } = await app.as(project.secretKey).get('/inbox');
  expect(body.data.map(({ subject }: { subject: string }) => subject)).toEqual(['No 1', 'No 2', 'No 3', 'No 4']);
});

test('a large captured message starts the trimming of the inbox at once', async () => {
  const project = await app.given.project();
  const client = app.as(project.secretKey);

  for (let n = 1; n <= 4; n += 1) {
    const large = { ...mail, to: 'ann@example.com', subject: `No ${n}`, body: `<p>${'word '.repeat(45_000)}</p>` };
    expect((await client.post('/v1/send', large)).status).toBe(200);
    await app.settle();
  }

  const { rows } = await query(
    'select subject, sum(kept_bytes) over () as bytes from inbox_messages where project_id = $1 order by received_at',
    [project.id],
  );
  expect(Number(rows[0].bytes)).toBeLessThanOrEqual(megabyte);
  expect(rows.map(({ subject }) => subject)).toEqual(['No 3', 'No 4']);
});
