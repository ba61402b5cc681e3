import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest';
import { deliveries, recipientPath } from '#features/emails';
import { startSpools } from '#platform/spool';
import { type Reply, startTestApp, type TestApp, testApp } from '#testing';
import { givenMails } from '#testing/given-mail';
import { newAddress } from '#testing/matrix/request';
import { type GivenRecipient, givenRecipient } from '#testing/recipient-setup';
import { connect } from '#testing/spool-setup';

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

const given = (input: Parameters<typeof givenRecipient>[2] = {}): Promise<GivenRecipient> =>
  givenRecipient(app, client, input);

const request = (method: string, path: string, headers: Record<string, string> = html, raw = ''): Promise<Reply> =>
  app.anyone.send({ method, path, raw, headers: { 'x-forwarded-for': newAddress(), ...form, ...headers } });

test('the contact’s log has source, reason and mail of a change, once (D-653, D-418)', async () => {
  const recipient = await given();
  const { emailId, campaignId } = recipient;

  await request('POST', recipient.paths.u, {}, 'List-Unsubscribe=One-Click');
  await request('POST', recipient.paths.u, {}, 'List-Unsubscribe=One-Click');
  await request('POST', recipient.paths.s);
  await request('POST', recipient.paths.m, html, 'subscribed=false');
  await request('POST', recipient.paths.m, html, 'subscribed=true');
  await request('POST', recipient.paths.u);

  const by = (reason: string) => ({ source: 'page', reason, emailId, campaignId });
  expect(await recipient.changes()).toEqual([
    { name: 'contact.unsubscribed', data: by('one_click') },
    { name: 'contact.subscribed', data: by('link') },
    { name: 'contact.unsubscribed', data: by('manage') },
    { name: 'contact.subscribed', data: by('manage') },
    { name: 'contact.unsubscribed', data: by('link') },
  ]);
});

test('a change follows from the mail whose link was used, and carries on what led to that (D-935)', async () => {
  const recipient = await given();
  await client.query('update emails set depth = 4, is_public = true where id = $1', [recipient.emailId]);

  await request('POST', recipient.paths.u, {}, 'List-Unsubscribe=One-Click');

  const text = `select depth, is_public from events where name = 'contact.unsubscribed' and data ->> 'emailId' = $1`;
  expect((await client.query(text, [recipient.emailId])).rows).toEqual([{ depth: 4, is_public: true }]);
});

test('/v shows the mail as it was stored: untracked, without scripts, in a sandbox', async () => {
  const body = '<p>Hi <a href="https://acme.example/start">Ann</a><script>alert(1)</script></p>';
  const recipient = await given({ html: body });

  const reply = await request('GET', recipient.paths.v);

  expect([reply.status, reply.text]).toEqual([200, body]);
  expect(reply.headers['content-security-policy']).toMatch(/^sandbox [^;]+; default-src 'none'; /);
  expect(reply.headers['content-security-policy']).not.toContain('script-src');
  const hits = await client.query('select 1 from tracking_hits where email_id = $1', [recipient.emailId]);
  expect(hits.rowCount).toBe(0);

  await client.query('delete from email_contents where id = $1', [recipient.emailId]);
  const gone = await request('GET', recipient.paths.v);
  expect([gone.status, gone.text.includes('This email is no longer here')]).toEqual([404, true]);
});

test('a mail of text alone is shown as text', async () => {
  const recipient = await given({ html: null });

  const reply = await request('GET', recipient.paths.v);

  expect([reply.text, reply.headers['content-type']]).toEqual(['Hello Ada', 'text/plain; charset=utf-8']);
});

test('every page returns JSON to programs (D-655)', async () => {
  const recipient = await given({ locale: 'fr' });
  const expected = { email: 'a…@example.com', project: 'Acme & Söhne', locale: 'fr' };

  for (const path of Object.values(recipient.paths))
    expect((await request('GET', path, json)).body).toEqual({ ...expected, subscribed: true });
  expect((await request('POST', recipient.paths.u, json)).body).toEqual({ ...expected, subscribed: false });
  expect((await request('POST', recipient.paths.s, json)).body).toEqual({ ...expected, subscribed: true });
  const asJson = { ...json, 'content-type': 'application/json' };
  expect((await request('POST', recipient.paths.m, asJson, '{"subscribed":false}')).body.subscribed).toBe(false);
  expect((await request('POST', recipient.paths.m, asJson, '{}')).body.error).toMatchObject({
    code: 'VALIDATION_ERROR',
  });
  expect((await request('GET', '/u/wrong', json)).body.error).toMatchObject({
    code: 'RESOURCE_NOT_FOUND',
    statusCode: 404,
  });
});

test.each([
  ['the contact first', { locale: 'pt-BR', language: 'nl' }, 'de', 'pt'],
  ['then the browser', { language: 'nl' }, 'ja, de;q=0.5', 'ja'],
  ['then the project', { language: 'nl' }, 'tlh', 'nl'],
  ['a locale without texts is skipped', { locale: 'tlh', language: 'it' }, '', 'it'],
])('the language is that of %s', async (_name, input, accepted, language) => {
  const recipient = await given(input);

  const reply = await request('GET', recipient.paths.u, { ...html, 'accept-language': accepted });

  expect(reply.text).toContain(`<html lang="${language}">`);
  expect(reply.headers['content-language']).toBe(language);
});

test('GET, HEAD and OPTIONS of every page by any client change nothing (D-652)', async () => {
  const recipient = await given();
  const agents = ['Mozilla/5.0 (Windows NT 10.0) Chrome/140', 'Barracuda Sentinel', 'curl/8.5.0'];

  for (const agent of agents)
    for (const method of ['GET', 'HEAD', 'OPTIONS'])
      for (const path of Object.values(recipient.paths)) {
        const { status } = await request(method, path, { ...html, 'user-agent': agent });
        expect(status).toBe(method === 'OPTIONS' ? 204 : 200);
      }

  expect(await recipient.isSubscribed()).toBe(true);
  expect(await recipient.changes()).toEqual([]);
});

test('a changed, foreign or invented link is the same 404 for every cause, and does nothing (T21, D-654)', async () => {
  const [recipient, other] = [await given(), await given()];
  const [, , token = ''] = recipient.paths.u.split('/');
  const index = 20 + Math.floor(Math.random() * (token.length - 20));
  const wrong = [
    token.slice(0, index) + (token[index] === 'A' ? 'B' : 'A') + token.slice(index + 1),
    token.slice(0, -1),
    `${token}A`,
    recipient.paths.s.split('/')[2],
    recipient.contactId,
    randomUUIDv7(),
    'x',
    token.replace(recipient.handle, other.handle),
  ];

  const replies = [];
  for (const text of wrong) replies.push(await request('POST', `/u/${text}`));

  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([404]));
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  expect(replies[0]?.text).toContain('This link is incomplete');
  expect([await recipient.isSubscribed(), await other.isSubscribed()]).toEqual([true, true]);
});

test('a deleted contact gets a polite page, and no contact is created (D-654)', async () => {
  const recipient = await given();
  await client.query('delete from contacts where id = $1', [recipient.contactId]);

  for (const [method, path] of [
    ['GET', recipient.paths.u],
    ['POST', recipient.paths.u],
    ['POST', recipient.paths.s],
    ['GET', recipient.paths.m],
  ] as const) {
    const reply = await request(method, path);
    expect([reply.status, reply.text.includes('There is nothing left to do')], path).toEqual([200, true]);
    expect(reply.text).not.toContain('<form');
  }
  const left = await client.query('select 1 from contacts where project_id = $1', [recipient.project.id]);
  expect(left.rowCount).toBe(0);
});

test('the links of a deleted project show a polite page as well (D-654)', async () => {
  const recipient = await given();
  await client.query('update projects set deleted_at = now() where id = $1', [recipient.project.id]);

  const reply = await request('POST', recipient.paths.u);

  expect([reply.status, reply.text.includes('Your address is no longer stored here')]).toEqual([200, true]);
});

test('links in tests of a campaign show the pages and change nothing (D-654)', async () => {
  const recipient = await given({ isPreview: true });

  expect((await request('GET', recipient.paths.u)).text).toContain('a…@example.com');
  expect((await request('POST', recipient.paths.u)).text).toContain('You are unsubscribed');
  expect((await request('POST', recipient.paths.m, html, 'subscribed=false')).status).toBe(200);

  expect(await recipient.isSubscribed()).toBe(true);
});

test('a contact who changed its address is still found by the link of an old mail', async () => {
  const recipient = await given();
  await app.as(recipient.project.secretKey).patch(`/contacts/${recipient.contactId}`, { email: 'new@example.com' });

  expect((await request('POST', recipient.paths.u)).text).toContain('n…@example.com');

  expect(await recipient.isSubscribed()).toBe(false);
});

test('a link of another installation is refused, and names its cell', async () => {
  const recipient = await given();
  const config = { ...app.app.services.config, CELL: 'eu1', SECRET_KEY: 'the secret of another installation' };
  const path = recipientPath(config, 'unsubscribe', recipient);

  expect(path).toContain(`/u/1eu1-${recipient.handle}`);
  expect((await request('POST', path)).status).toBe(404);
  expect(await recipient.isSubscribed()).toBe(true);
});

test('mail that waits when its contact unsubscribes does not leave (P11, M5)', async () => {
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

  await request('POST', recipient.paths.u, {}, 'List-Unsubscribe=One-Click');
  const spools = startSpools(app.app.services, [deliveries], { sweepSeconds: 1 });
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

test('an internal error is a page that asks to try again later', async () => {
  const own = await testApp();
  const recipient = await givenRecipient(own, await connected(own));
  await own.app.services.database.pool.query('alter table contacts rename to elsewhere');

  const reply = await own.anyone.post(recipient.paths.u, undefined, { ...html, 'accept-language': 'it' });

  expect([reply.status, reply.headers['x-robots-tag']]).toEqual([500, 'noindex']);
  expect(reply.text).toContain('Qualcosa è andato storto da parte nostra.');
  expect((await own.anyone.post(recipient.paths.u, undefined, json)).body.error.code).toBe('INTERNAL_SERVER_ERROR');
});

async function connected(own: TestApp) {
  const connection = await connect(own.databaseUrl);
  onTestFinished(() => connection.end());
  return connection;
}

test('while the project is reset a choice is answered as usual, and changes nothing (D-1152)', async () => {
  const recipient = await given();
  const mark = (at: string) =>
    client.query(
      `update projects set wipe_began_at = ${at}, reset_job_id = case when ${at} is null then null else id end
        where id = (select project_id from emails where id = $1)`,
      [recipient.emailId],
    );
  await mark('now()');
  const replies = [
    await request('POST', recipient.paths.u, {}, 'List-Unsubscribe=One-Click'),
    await request('POST', recipient.paths.m, html, 'subscribed=false'),
  ];
  await mark('null::timestamptz');

  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  expect(await recipient.changes()).toEqual([]);
});
