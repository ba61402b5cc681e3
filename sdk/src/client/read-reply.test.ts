import { expect, test } from 'vitest';
import { Postrider } from '../index.ts';
import { type ScriptedReply, scriptedServer } from '../testing/scripted-server.ts';

const mail = { to: 'ann@example.com', subject: 'Hello', body: 'Hi' };
const reply = (body: string, type: string, status = 200): ScriptedReply => ({
  status,
  body,
  headers: { 'content-type': type },
});
const page = reply('<html>', 'text/html; charset=utf-8');
const clientOf = async (replies: readonly ScriptedReply[]) => {
  const { options, requests } = await scriptedServer(replies);
  return { client: new Postrider('sk_x', options), requests };
};

test.each([301, 302, 303, 304, 307, 308])(
  'a redirect with %i is followed by no call, and is no success',
  async (status) => {
    const moved = { status, headers: { location: '/elsewhere' } };
    const { client, requests } = await clientOf([moved, moved]);

    const error = { code: 'UNEXPECTED_REPLY', statusCode: status };
    await expect(client.send(mail)).rejects.toMatchObject(error);
    await expect(client.contacts.list().all()).rejects.toMatchObject(error);

    expect(requests.map(({ line }) => line)).toEqual(['POST /v1/send', 'GET /contacts']);
  },
);

test('a redirect of which a browser shows nothing is no success and is not repeated', async () => {
  const urls: string[] = [];
  const fetch = async (url: string) => {
    urls.push(url);
    return Response.error(); // status 0 as well
  };

  const client = new Postrider('sk_x', { baseUrl: 'http://localhost', fetch });
  await expect(client.contacts.get('1')).rejects.toMatchObject({ code: 'UNEXPECTED_REPLY', statusCode: 0 });

  expect(urls).toHaveLength(1);
});

test.each([
  ['a page', page],
  ['text', reply('{}', 'text/plain')],
  ['nothing', { status: 204 }],
  ['a broken text with the type of JSON', reply('{"data":', 'application/json')],
  ['an empty text with the type of JSON', reply('', 'application/json')],
  ['a type that only begins like JSON', reply('{}', 'application/jsonp')],
])('%s is not the reply of an operation that has JSON', async (_name, wrong) => {
  const { client, requests } = await clientOf([wrong, wrong]);

  await expect(client.send(mail)).rejects.toMatchObject({ name: 'ApiError', code: 'UNEXPECTED_REPLY' });
  await expect(client.instance.info()).rejects.toMatchObject({ name: 'ApiError', code: 'UNEXPECTED_REPLY' });

  expect(requests).toHaveLength(2);
});

test('files, deletions and JSON of any case of its type are read', async () => {
  const { client } = await clientOf([
    reply('row,error\n', 'text/csv; charset=utf-8'),
    reply('Subject: Hi', 'message/rfc822'),
    { status: 204 },
    reply('{"name":"Postrider"}', 'Application/JSON; charset=utf-8'),
  ]);

  expect(await client.contacts.importErrors('1')).toBe('row,error\n');
  expect(await (await client.inbox.raw('1')).text()).toBe('Subject: Hi');
  expect(await client.contacts.delete('1')).toBeUndefined();
  expect(await client.instance.info()).toEqual({ name: 'Postrider' });
});

test('a page is neither a file nor a deletion', async () => {
  const { client } = await clientOf([page, page, page]);

  const error = { code: 'UNEXPECTED_REPLY', statusCode: 200 };
  await expect(client.contacts.importErrors('1')).rejects.toMatchObject(error);
  await expect(client.inbox.raw('1')).rejects.toMatchObject(error);
  await expect(client.contacts.delete('1')).rejects.toMatchObject(error);
});
