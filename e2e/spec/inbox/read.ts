import assert from 'node:assert/strict';
import { projectEndpoint } from '../conventions/project-endpoint.ts';
import { unknownIds } from '../conventions/unknown-ids.ts';
import { entry, it } from '../entry.ts';
import { answered, answeredWhole, refused } from '../world/expect.ts';
import { idInPath, links, newMail, requestOne } from './new-mail.ts';

const getSubject = { endpoint: 'GET /inbox/:emailId', status: 200, request: requestOne() } as const;
const rawSubject = { endpoint: 'GET /inbox/:emailId/raw', status: 200, request: requestOne('/raw') } as const;

const idsOf = (body: { data: { id: string }[] }): string[] => body.data.map(({ id }) => id);

export const listInbox = entry(
  'GET /inbox',
  projectEndpoint({ endpoint: 'GET /inbox', status: 200, request: async () => ({ path: '/inbox' }) }),
  it('shows captured mail, newest first, page by page, with a preview', async (world) => {
    const owner = await world.owner();
    answeredWhole(await owner.key.get('/inbox'), 200, { data: [], cursor: '', hasMore: false, total: 0 });
    const made = [await newMail(owner), await newMail(owner), await newMail(owner)].map(({ id }) => id).toReversed();
    const first = await owner.key.get('/inbox?limit=2');
    answered(first, 200, { hasMore: true, total: 3 });
    const second = await owner.key.get(`/inbox?limit=2&cursor=${first.body.cursor}`);
    answered(second, 200, { hasMore: false, total: 0, cursor: '' });
    assert.deepEqual([...idsOf(first.body), ...idsOf(second.body)], made);
    assert.match(first.body.data[0].preview, /^Dear Ada,/);
    assert.ok(first.body.data[0].preview.length <= 140);
    answered(first, 200, { data: [{ subject: 'Hello Ada', test: true, from: 'hello@postrider.test' }, {}] });
    refused(await owner.key.get('/inbox?cursor=nonsense'), 400, 'BAD_REQUEST', { parameter: 'cursor' });
  }),
  it('narrows by address, by a part of the subject and by time', async (world) => {
    const owner = await world.owner();
    const one = await newMail(owner, { subject: '50%_off' });
    const two = await newMail(owner);
    const { key } = owner;
    assert.deepEqual(idsOf((await key.get(`/inbox?to=${one.to.toUpperCase()}`)).body), [one.id]);
    assert.deepEqual(idsOf((await key.get('/inbox?to=nobody@people.example')).body), []);
    assert.deepEqual(idsOf((await key.get('/inbox?subject=0%25_O')).body), [one.id]);
    const { createdAt } = (await key.get(`/emails/${two.id}`)).body;
    assert.deepEqual(idsOf((await key.get(`/inbox?since=${createdAt}`)).body), [two.id]);
    refused(await key.get('/inbox?since=yesterday'), 400, 'BAD_REQUEST', { parameter: 'since' });
  }),
  it('holds no mail that was suppressed', async (world) => {
    const owner = await world.owner();
    answered(await owner.key.post('/suppressions', { email: 'stopped@people.example' }), 201);
    const body = { to: 'stopped@people.example', from: 'hello@postrider.test', subject: 'No', body: 'no' };
    answered(await owner.key.post('/v1/send', body), 200, { data: { emails: [{ status: 'SUPPRESSED' }] } });
    answered(await owner.key.get('/inbox'), 200, { total: 0 });
  }),
);

export const getMessage = entry(
  'GET /inbox/:emailId',
  projectEndpoint(getSubject),
  unknownIds(getSubject, idInPath),
  it('shows the mail as it was written', async (world) => {
    const owner = await world.own();
    const { id, to } = await newMail(owner, { headers: { 'X-Order': '42' } });
    const reply = await owner.key.get(`/inbox/${id}`);
    answered(reply, 200, {
      id,
      to,
      test: true,
      subject: 'Hello Ada',
      headers: { 'X-Order': '42' },
      bodyExpired: false,
    });
    assert.match(reply.body.body, /<p>Dear Ada,<\/p>/);
    assert.match(reply.body.text, /Dear Ada,/);
    assert.deepEqual(
      reply.body.links.map(({ url }: { url: string }) => url),
      [...links],
    );
  }),
  it('does not find an email that is not in the inbox', async (world) => {
    const owner = await world.own();
    const { id } = await newMail(owner);
    await world.sql('delete from inbox_messages where id = $1', [id]);
    refused(await owner.key.get(`/inbox/${id}`), 404, 'RESOURCE_NOT_FOUND', { resource: 'email', id });
    answered(await owner.key.get(`/emails/${id}`), 200);
  }),
);

export const rawMessage = entry(
  'GET /inbox/:emailId/raw',
  projectEndpoint(rawSubject, { contentType: 'message/rfc822' }),
  unknownIds(rawSubject, idInPath),
  it('is the message itself: headers, a text part and an HTML part', async (world) => {
    const owner = await world.own();
    const { id, to } = await newMail(owner, { headers: { 'X-Order': '42' } });
    const { text } = await owner.key.get(`/inbox/${id}/raw`);
    for (const line of [
      /^Subject: Hello Ada\r$/m,
      new RegExp(`^Message-ID: <${id}@postrider\\.test>\r$`, 'm'),
      /^X-Order: 42\r$/m,
      /^Content-Type: text\/plain/m,
      /^Content-Type: text\/html/m,
    ])
      assert.match(text, line);
    assert.ok(text.includes(to));
  }),
);
