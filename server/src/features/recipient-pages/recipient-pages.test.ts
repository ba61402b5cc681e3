import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest';
import { deliveries, recipientPath } from '#features/emails';
import { startSpools } from '#platform/spool';
import type { TestApp, TestReply } from '#testing';
import { startTestApp, testApp } from '#testing';
import { givenMails } from '#testing/given-mail';
import { newAddress } from '#testing/matrix/request';
import type { Recipient } from '#testing/recipient-yard';
import { givenRecipient } from '#testing/recipient-yard';
import { connect } from '#testing/spool-yard';

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const json = { accept: 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };

let app: TestApp;
let client: Awaited<ReturnType<typeof connect>>;

beforeAll(async () => {
  app = await startTestApp(inject('templateDatabase'), { TRUSTED_PROXIES: '1' });
  client = await connect(app.databaseUrl);
});
afterAll(async () => {
  await client.end();
  await app.close();
});

const given = (wish: Parameters<typeof givenRecipient>[2] = {}): Promise<Recipient> =>
  givenRecipient(app, client, wish);

const ask = (method: string, path: string, headers: Record<string, string> = html, body?: string): Promise<TestReply> =>
  app.anyone.request(method, path, body, { 'x-forwarded-for': newAddress(), ...form, ...headers });

test('P11 /u asks first and acts on POST, with an undo that posts', async () => {
  const recipient = await given();

  const asked = await ask('GET', recipient.paths.u);
  expect(asked.status).toBe(200);
  expect(asked.text).toContain('a…@example.com');
  expect(asked.text).not.toContain('ann@example.com');
  expect(asked.text).toContain('Acme &amp; Söhne');
  expect(asked.text.match(/<form method="post">/g)).toHaveLength(1);
  expect(await recipient.isSubscribed()).toBe(true);

  const done = await ask('POST', recipient.paths.u);
  expect(done.status).toBe(200);
  expect(done.text).toContain('You are unsubscribed');
  expect(await recipient.isSubscribed()).toBe(false);

  const undo = /<form method="post" action="\.\.(\/s\/[\w-]+)">/.exec(done.text)?.[1] ?? '';
  const back = await ask('POST', undo);
  expect(back.text).toContain('You are subscribed');
  expect(await recipient.isSubscribed()).toBe(true);
});

test('D-653 the contact’s log says who, why and by which mail, once for a change', async () => {
  const recipient = await given();
  const { emailId, campaignId } = recipient;

  await ask('POST', recipient.paths.u, {}, 'List-Unsubscribe=One-Click');
  await ask('POST', recipient.paths.u, {}, 'List-Unsubscribe=One-Click');
  await ask('POST', recipient.paths.s);
  await ask('POST', recipient.paths.m, html, 'subscribed=false');
  await ask('POST', recipient.paths.m, html, 'subscribed=true');
  await ask('POST', recipient.paths.u);

  const by = (reason: string) => ({ source: 'page', reason, emailId, campaignId });
  expect(await recipient.news()).toEqual([
    { name: 'contact.unsubscribed', data: by('one_click') },
    { name: 'contact.subscribed', data: by('link') },
    { name: 'contact.unsubscribed', data: by('manage') },
    { name: 'contact.subscribed', data: by('manage') },
    { name: 'contact.unsubscribed', data: by('link') },
  ]);
});

const parts = '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n';

test.each([
  ['a form', 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click', 'one_click'],
  ['parts', 'multipart/form-data; boundary=b', parts, 'one_click'],
  ['JSON', 'application/json', '{"any":"thing"}', 'link'],
  ['something else', 'application/octet-stream', '\u0000\u0001', 'link'],
  ['broken parts', 'multipart/form-data', 'x', 'link'],
])('M4 D-651 one click works with %s, without cookie, redirect or question', async (_name, type, body, reason) => {
  const recipient = await given();

  const reply = await ask('POST', recipient.paths.u, { 'content-type': type, accept: '*/*' }, body);

  expect([reply.status, reply.text, reply.headers.get('content-type')]).toEqual([
    200,
    'Unsubscribed',
    'text/plain; charset=utf-8',
  ]);
  expect([reply.headers.get('set-cookie'), reply.headers.get('location')]).toEqual([null, null]);
  expect(await recipient.isSubscribed()).toBe(false);
  expect((await recipient.news())[0]?.data.reason).toBe(reason);
});

test('M4 one click works without any body and without an Accept header, and a repeat is 200', async () => {
  const recipient = await given();

  for (let n = 0; n < 2; n += 1) {
    const reply = await fetch(app.url + recipient.paths.u, { method: 'POST', headers: { accept: '' } });
    expect([reply.status, await reply.text()]).toEqual([200, 'Unsubscribed']);
  }

  expect(await recipient.news()).toHaveLength(1);
});

test('/m shows the state and one switch, and takes no other value', async () => {
  const recipient = await given({ subscribed: false });

  const shown = await ask('GET', recipient.paths.m);
  expect(shown.text).toContain('You are not subscribed');
  expect(shown.text).toContain('name="subscribed" value="true"');
  expect(shown.text).toContain(`href="..${recipient.paths.v}"`);

  expect((await ask('POST', recipient.paths.m, html, 'subscribed=true')).text).toContain('value="false"');
  expect(await recipient.isSubscribed()).toBe(true);

  for (const body of ['subscribed=maybe', 'subscribed=', '', 'other=true']) {
    const refused = await ask('POST', recipient.paths.m, html, body);
    expect([refused.status, refused.text.includes('Nothing was changed')], body).toEqual([422, true]);
  }
  expect(await recipient.isSubscribed()).toBe(true);
});

test('/v shows the mail as it was stored: untracked, without scripts, in a sandbox', async () => {
  const body = '<p>Hi <a href="https://acme.example/start">Ann</a><script>alert(1)</script></p>';
  const recipient = await given({ html: body });

  const reply = await ask('GET', recipient.paths.v);

  expect([reply.status, reply.text]).toEqual([200, body]);
  expect(reply.headers.get('content-security-policy')).toMatch(/^sandbox [^;]+; default-src 'none'; /);
  expect(reply.headers.get('content-security-policy')).not.toContain('script-src');
  const hits = await client.query('select 1 from tracking_hits where email_id = $1', [recipient.emailId]);
  expect(hits.rowCount).toBe(0);

  await client.query('delete from email_contents where id = $1', [recipient.emailId]);
  const gone = await ask('GET', recipient.paths.v);
  expect([gone.status, gone.text.includes('This email is no longer here')]).toEqual([404, true]);
});

test('a mail of text alone is shown as text', async () => {
  const recipient = await given({ html: null });

  const reply = await ask('GET', recipient.paths.v);

  expect([reply.text, reply.headers.get('content-type')]).toEqual(['Hello Ada', 'text/plain; charset=utf-8']);
});

test('D-655 every page answers programs in JSON', async () => {
  const recipient = await given({ locale: 'fr' });
  const told = { email: 'a…@example.com', project: 'Acme & Söhne', locale: 'fr' };

  for (const path of Object.values(recipient.paths))
    expect((await ask('GET', path, json)).body).toEqual({ ...told, subscribed: true });
  expect((await ask('POST', recipient.paths.u, json)).body).toEqual({ ...told, subscribed: false });
  expect((await ask('POST', recipient.paths.s, json)).body).toEqual({ ...told, subscribed: true });
  const asJson = { ...json, 'content-type': 'application/json' };
  expect((await ask('POST', recipient.paths.m, asJson, '{"subscribed":false}')).body.subscribed).toBe(false);
  expect((await ask('POST', recipient.paths.m, asJson, '{}')).body.error).toMatchObject({ code: 'VALIDATION_ERROR' });
  expect((await ask('GET', '/u/wrong', json)).body.error).toMatchObject({
    code: 'RESOURCE_NOT_FOUND',
    statusCode: 404,
  });
});

test.each([
  ['the contact first', { locale: 'pt-BR', language: 'nl' }, 'de', 'pt'],
  ['then the browser', { language: 'nl' }, 'ja, de;q=0.5', 'ja'],
  ['then the project', { language: 'nl' }, 'tlh', 'nl'],
  ['a locale we do not speak is passed over', { locale: 'tlh', language: 'it' }, '', 'it'],
])('the language is that of %s', async (_name, wish, accepted, language) => {
  const recipient = await given(wish);

  const reply = await ask('GET', recipient.paths.u, { ...html, 'accept-language': accepted });

  expect(reply.text).toContain(`<html lang="${language}">`);
  expect(reply.headers.get('content-language')).toBe(language);
});

test('section 8 pages have no scripts, no cookies, no index and no referrer', async () => {
  const recipient = await given();

  for (const path of [...Object.values(recipient.paths), '/u/wrong']) {
    const { headers } = await ask('GET', path);
    expect(Object.fromEntries(headers), path).toMatchObject({
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect(headers.get('set-cookie')).toBeNull();
    expect(headers.get('access-control-allow-origin')).toBeNull();
  }
});

test('D-652 GET, HEAD and OPTIONS of every page by anybody change nothing', async () => {
  const recipient = await given();
  const agents = ['Mozilla/5.0 (Windows NT 10.0) Chrome/140', 'Barracuda Sentinel', 'curl/8.5.0'];

  for (const agent of agents)
    for (const method of ['GET', 'HEAD', 'OPTIONS'])
      for (const path of Object.values(recipient.paths)) {
        const { status } = await ask(method, path, { ...html, 'user-agent': agent });
        expect(status).toBe(method === 'OPTIONS' ? 204 : 200);
      }

  expect(await recipient.isSubscribed()).toBe(true);
  expect(await recipient.news()).toEqual([]);
});

test('T21 D-654 a changed, foreign or invented link is the same 404 for every cause, and does nothing', async () => {
  const [recipient, other] = [await given(), await given()];
  const [, , token = ''] = recipient.paths.u.split('/');
  const place = 20 + Math.floor(Math.random() * (token.length - 20));
  const wrong = [
    token.slice(0, place) + (token[place] === 'A' ? 'B' : 'A') + token.slice(place + 1),
    token.slice(0, -1),
    `${token}A`,
    recipient.paths.s.split('/')[2],
    recipient.contactId,
    randomUUIDv7(),
    'x',
    token.replace(recipient.handle, other.handle),
  ];

  const replies = [];
  for (const text of wrong) replies.push(await ask('POST', `/u/${text}`));

  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([404]));
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  expect(replies[0]?.text).toContain('This link is incomplete');
  expect([await recipient.isSubscribed(), await other.isSubscribed()]).toEqual([true, true]);
});

test('D-654 who is gone meets a polite page, and no contact comes into being', async () => {
  const recipient = await given();
  await client.query('delete from contacts where id = $1', [recipient.contactId]);

  for (const [method, path] of [
    ['GET', recipient.paths.u],
    ['POST', recipient.paths.u],
    ['POST', recipient.paths.s],
    ['GET', recipient.paths.m],
  ] as const) {
    const reply = await ask(method, path);
    expect([reply.status, reply.text.includes('There is nothing left to do')], path).toEqual([200, true]);
    expect(reply.text).not.toContain('<form');
  }
  const left = await client.query('select 1 from contacts where project_id = $1', [recipient.project.id]);
  expect(left.rowCount).toBe(0);
});

test('D-654 a deleted project ends in a polite page as well', async () => {
  const recipient = await given();
  await client.query('update projects set deleted_at = now() where id = $1', [recipient.project.id]);

  const reply = await ask('POST', recipient.paths.u);

  expect([reply.status, reply.text.includes('Your address is no longer stored here')]).toEqual([200, true]);
});

test('a disabled or paused project does not keep anybody from leaving', async () => {
  const recipient = await given();
  await client.query(`update projects set disabled_reason = 'MANUAL', paused_at = now() where id = $1`, [
    recipient.project.id,
  ]);

  expect((await ask('POST', recipient.paths.u)).status).toBe(200);

  expect(await recipient.isSubscribed()).toBe(false);
});

test('D-654 links in tests of a campaign show the pages and change nothing', async () => {
  const recipient = await given({ isPreview: true });

  expect((await ask('GET', recipient.paths.u)).text).toContain('a…@example.com');
  expect((await ask('POST', recipient.paths.u)).text).toContain('You are unsubscribed');
  expect((await ask('POST', recipient.paths.m, html, 'subscribed=false')).status).toBe(200);

  expect(await recipient.isSubscribed()).toBe(true);
});

test('subscribing does not lift a suppression', async () => {
  const recipient = await given({ subscribed: false });
  await app.as(recipient.project.secretKey).post('/suppressions', { email: 'ann@example.com' });

  await ask('POST', recipient.paths.s);

  expect(await recipient.isSubscribed()).toBe(true);
  const listed = await app.as(recipient.project.secretKey).get('/suppressions/ann@example.com');
  expect(listed.body).toMatchObject({ email: 'ann@example.com', blocks: 'ALL' });
});

test('D-656 sixty wrong links a minute and address are answered, then 429; good ones always are', async () => {
  const recipient = await given();
  const from = { ...html, 'x-forwarded-for': newAddress() };

  for (let n = 0; n < 60; n += 1) expect((await ask('GET', `/u/wrong-${n}`, from)).status).toBe(404);
  const limited = await ask('GET', '/s/wrong', from);

  expect([limited.status, limited.text.includes('Too many attempts')]).toEqual([429, true]);
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await ask('GET', '/m/wrong', { ...from, ...json })).body.error.code).toBe('RATE_LIMIT_EXCEEDED');
  expect((await ask('POST', recipient.paths.u, from)).status).toBe(200);
  expect((await ask('GET', '/u/wrong')).status).toBe(404);
});

test('a contact who changed its address is still found by the link of an old mail', async () => {
  const recipient = await given();
  await app.as(recipient.project.secretKey).patch(`/contacts/${recipient.contactId}`, { email: 'new@example.com' });

  expect((await ask('POST', recipient.paths.u)).text).toContain('n…@example.com');

  expect(await recipient.isSubscribed()).toBe(false);
});

test('a link of another installation is none of ours, and says where it belongs', async () => {
  const recipient = await given();
  const config = { ...app.app.cellar.config, CELL: 'eu1', SECRET_KEY: 'the secret of another installation' };
  const path = recipientPath(config, 'unsubscribe', recipient);

  expect(path).toContain(`/u/1eu1-${recipient.handle}`);
  expect((await ask('POST', path)).status).toBe(404);
  expect(await recipient.isSubscribed()).toBe(true);
});

test('P11 M5 mail that waits when somebody unsubscribes does not leave', async () => {
  const recipient = await given();
  const { id, secretKey } = recipient.project;
  const waiting = {
    type: 'MARKETING',
    contactId: recipient.contactId,
    domain: 'postrider.test',
    isTest: true,
  } as const;
  const [held = '', other = ''] = [
    ...(await givenMails(client, id, 1, { ...waiting, recipient: 'ann@example.com' })),
    ...(await givenMails(client, id, 1, { ...waiting, type: 'TRANSACTIONAL', recipient: 'ann@example.com' })),
  ];

  await ask('POST', recipient.paths.u, {}, 'List-Unsubscribe=One-Click');
  const spools = startSpools(app.app.cellar, [deliveries], { sweepSeconds: 1 });
  onTestFinished(() => spools.stop());

  const read = async (email: string) => (await app.as(secretKey).get(`/emails/${email}`)).body;
  await vi.waitFor(
    async () => {
      expect(await read(held)).toMatchObject({ status: 'SUPPRESSED', reason: 'UNSUBSCRIBED', sentAt: null });
      expect((await read(other)).sentAt).not.toBeNull();
    },
    { timeout: 15_000, interval: 100 },
  );
});

test('a fault of ours is a page that asks for patience', async () => {
  const own = await testApp();
  const recipient = await givenRecipient(own, await connected(own));
  await own.app.cellar.database.pool.query('alter table contacts rename to elsewhere');

  const reply = await own.anyone.post(recipient.paths.u, undefined, { ...html, 'accept-language': 'it' });

  expect([reply.status, reply.headers.get('x-robots-tag')]).toEqual([500, 'noindex']);
  expect(reply.text).toContain('Qualcosa è andato storto da parte nostra.');
  expect((await own.anyone.post(recipient.paths.u, undefined, json)).body.error.code).toBe('INTERNAL_SERVER_ERROR');
});

async function connected(own: TestApp) {
  const connection = await connect(own.databaseUrl);
  onTestFinished(() => connection.end());
  return connection;
}
