import { expect, test, vi } from 'vitest';
import { startSpools } from '#platform/spool';
import { type Client, type TestApp, testApp } from '#testing';
import { upToThree } from '#testing/up-to-three';
import { deliveries } from '../delivery/deliveries.ts';
import { outcomes } from './outcomes.ts';

const spools = [deliveries, outcomes];
const mail = {
  subject: 'Hi {{name}}',
  body: '<p>Hi {{name}}, <a href="https://acme.example/start">start</a> or <a href="https://acme.example/b">b</a></p>',
  from: 'hello@postrider.test',
  data: { name: 'Ann' },
};

test('a test mail is in the inbox within a second of its acceptance, rendered, with a text part (D-671)', async () => {
  const { client } = await open();
  await until(client, await send(client, { to: 'first@example.com' }), 'DELIVERED'); // rendering threads are running
  const sendAndWait = async () => {
    const to = `ann+${crypto.randomUUID()}@example.com`;
    const id = await send(client, { to, headers: { 'X-Order': '42' } });
    const began = performance.now();
    const reply = await client.get(`/inbox/wait?to=${encodeURIComponent(to)}&timeout=5`);
    return { id, to, ...reply, tookMs: performance.now() - began };
  };

  const tries = await upToThree(sendAndWait, ({ tookMs }) => tookMs < 1_000);

  expect(Math.min(...tries.map(({ tookMs }) => tookMs))).toBeLessThan(1_000);
  const [{ id, to, status, body }] = tries;
  expect(status).toBe(200);
  expect(body).toMatchObject({
    id,
    test: true,
    subject: 'Hi Ann',
    to,
    body: expect.stringContaining('Hi Ann'),
    text: expect.stringContaining('Hi Ann'),
    headers: { 'X-Order': '42' },
  });
  const raw = await client.get(`/inbox/${id}/raw`);
  expect(raw.headers['content-type']).toBe('message/rfc822');
  expect(raw.text).toContain('X-Order: 42');
  expect(raw.text).toContain('Content-Type: text/plain');
  await until(client, id, 'DELIVERED');
});

test.for([
  ['delivered', 'DELIVERED', ['email.delivery', 'email.sent']],
  ['bounced', 'BOUNCED', ['email.bounce', 'email.sent']],
  ['complained', 'COMPLAINED', ['email.complaint', 'email.delivery', 'email.sent']],
  ['opened', 'OPENED', ['email.delivery', 'email.open', 'email.sent']],
  ['clicked', 'CLICKED', ['email.click', 'email.delivery', 'email.open', 'email.sent']],
] as const)('mail to %s@ ends as %s (D-672)', async ([name, status, events]) => {
  const { client } = await open();
  const id = await send(client, { to: `${name}+label@postrider.test`, subscribed: true });

  await until(client, id, status);

  const email = (await client.get(`/emails/${id}`)).body;
  expect(email.timeline.map(({ type }: { type: string }) => type).toSorted()).toEqual(events);
  expect(email.opens).toBe(name === 'opened' || name === 'clicked' ? 1 : 0);
  expect(email.clicks).toBe(name === 'clicked' ? 1 : 0);
  const contact = (await client.get(`/contacts/${email.contactId}`)).body;
  expect(contact.subscribed).toBe(name !== 'bounced' && name !== 'complained');
  expect((await client.get('/suppressions')).body.total).toBe(0);
  if (name === 'clicked') {
    const click = email.timeline.find(({ type }: { type: string }) => type === 'email.click');
    expect(click.data).toMatchObject({ link: 'https://acme.example/start', clicks: 1, isFirstClick: true });
  }
});

test('mail to delayed@ is refused twice, two seconds apart, and then delivered (D-672)', async () => {
  const { client } = await open();
  const id = await send(client, { to: 'delayed@postrider.test' });

  await until(client, id, 'DELIVERED', 20_000);

  const { attemptLog, attempts } = (await client.get(`/emails/${id}`)).body;
  expect(attempts).toBe(3);
  expect(attemptLog.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['DEFERRED', 'DEFERRED', 'ACCEPTED']);
  const times = attemptLog.map(({ finishedAt }: { finishedAt: string }) => Date.parse(finishedAt));
  for (const index of [1, 2]) {
    expect(times[index] - times[index - 1]).toBeGreaterThanOrEqual(1_900);
    expect(times[index] - times[index - 1]).toBeLessThan(3_500);
  }
}, 30_000);

test('mail to silent@ stays sent, and a scanner at machine@ is not counted (D-672)', async () => {
  const { app, client } = await open();
  const silent = await send(client, { to: 'silent@postrider.test' });
  const machine = await send(client, { to: 'machine@postrider.test' });
  await until(client, machine, 'DELIVERED');
  await vi.waitFor(async () => expect(await waiting(app)).toBe(0), { timeout: 8_000, interval: 50 });

  expect((await client.get(`/emails/${silent}`)).body).toMatchObject({ status: 'SENT', deliveredAt: null });
  expect((await client.get(`/emails/${machine}`)).body).toMatchObject({ status: 'DELIVERED', opens: 0, clicks: 0 });
  const { rows } = await app.app.services.database.pool.query(
    'select kind, verdict, is_counted from tracking_hits where email_id = $1 order by kind',
    [machine],
  );
  const scanned = { verdict: 'machine', is_counted: false };
  expect(rows).toEqual([
    { kind: 'click', ...scanned },
    { kind: 'click', ...scanned },
    { kind: 'open', ...scanned },
  ]);
});

test('an outcome that is planned when the worker stops is continued by the next one', async () => {
  const app = await testApp();
  const client = app.as((await app.given.project()).secretKey);
  const first = startSpools(app.app.services, [deliveries]);
  const id = await send(client, { to: 'clicked@postrider.test' });
  await until(client, id, 'SENT');
  await first.stop();
  expect(await waiting(app)).toBe(1);

  const second = startSpools(app.app.services, [outcomes]);
  await until(client, id, 'DELIVERED');
  await second.stop();
  const third = startSpools(app.app.services, [outcomes]);
  await until(client, id, 'CLICKED');
  await third.stop();

  expect((await client.get(`/emails/${id}`)).body).toMatchObject({ opens: 1, clicks: 1 });
});

async function open(): Promise<{ app: TestApp; client: Client }> {
  const app = await testApp({}, { spools });
  return { app, client: app.as((await app.given.project()).secretKey) };
}

async function send(client: Client, fields: object): Promise<string> {
  const reply = await client.post('/v1/send', { ...mail, ...fields });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body.data.emails[0].email;
}

const until = (client: Client, id: string, status: string, timeout = 8_000): Promise<void> =>
  vi.waitFor(async () => expect((await client.get(`/emails/${id}`)).body.status).toBe(status), {
    timeout,
    interval: 50,
  });

const waiting = async ({ app }: TestApp): Promise<number> =>
  Number((await app.services.database.pool.query('select count(*) from test_outcomes')).rows[0].count);
