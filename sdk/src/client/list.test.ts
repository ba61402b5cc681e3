import { expect, test } from 'vitest';
import { Postrider } from '../index.ts';
import { scriptedServer } from '../testing/scripted-server.ts';

const items = (...ids: string[]) => ids.map((id) => ({ id }));

test('a list by cursor is one page when awaited, and all items when walked', async () => {
  const first = { data: items('1', '2'), cursor: 'next', hasMore: true, total: 3 };
  const last = { data: items('3'), cursor: '', hasMore: false, total: 0 };
  const { options, requests } = await scriptedServer([first, first, last].map((body) => ({ status: 200, body })));
  const list = new Postrider('sk_x', options).contacts.list({ subscribed: true, limit: 2 });
  expect(requests).toEqual([]);

  expect(await list).toEqual(first);
  const walked: string[] = [];
  for await (const { id } of list) walked.push(id);

  expect(walked).toEqual(['1', '2', '3']);
  const query = 'GET /contacts?subscribed=true&limit=2';
  expect(requests.map(({ line }) => line)).toEqual([query, query, `${query}&cursor=next`]);
});

test('a list by pages is walked to the last page, and a bare array is one page', async () => {
  const page = (number: number) => ({ data: items(`${number}`), total: 2, page: number, pageSize: 1, totalPages: 2 });
  const bodies = [page(1), page(2), items('a', 'b')];
  const { options, requests } = await scriptedServer(bodies.map((body) => ({ status: 200, body })));
  const client = new Postrider('sk_x', options);

  const templates = await client.templates.list().all();
  const segments = await client.segments.list().all();

  expect([...templates, ...segments].map(({ id }) => id)).toEqual(['1', '2', 'a', 'b']);
  expect(requests.map(({ line }) => line)).toEqual(['GET /templates', 'GET /templates?page=2', 'GET /segments']);
});

test('a walk that is left early asks for nothing more', async () => {
  const body = { data: items('1'), cursor: 'next', hasMore: true, total: 2 };
  const { options, requests } = await scriptedServer([{ status: 200, body }]);

  for await (const { id } of new Postrider('sk_x', options).emails.list()) if (id === '1') break;

  expect(requests).toHaveLength(1);
});
