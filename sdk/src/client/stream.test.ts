import { expect, test } from 'vitest';
import { Postrider } from '../index.ts';
import { refusal, type ScriptedReply, scriptedServer } from '../testing/scripted-server.ts';
import { eventParser } from './event-parser.ts';

const events = (text: string): ScriptedReply => ({
  status: 200,
  body: text,
  headers: { 'content-type': 'text/event-stream' },
});

test('a stream comes back after its end, a broken connection and 5xx, and continues where it was', async () => {
  const { options, requests, pauses } = await scriptedServer([
    events('id: 1\nevent: more\ndata: {"count":1}\n\nid: 2\n: a comment moves the position\n\n'),
    'lost',
    refusal(503, 'OVERLOADED', {}, { 'retry-after': '3' }),
    events('id: 3\nevent: more\ndata: {"count":3}\n\n'),
  ]);
  const received: unknown[] = [];

  for await (const message of new Postrider('sk_x', options).stream()) {
    received.push(message);
    if (message.id === '3') break;
  }

  expect(received).toEqual([
    { id: '1', event: 'more', data: { count: 1 } },
    { id: '3', event: 'more', data: { count: 3 } },
  ]);
  expect(requests.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '2', '2', '2']);
  expect([pauses[0], pauses[2]]).toEqual([1_000, 3_000]);
});

test('a stream ends with a refusal that stays, after too many failures, and by its own length', async () => {
  const gone = await scriptedServer([refusal(401, 'INVALID_API_KEY')]);
  const away = await scriptedServer(['lost', 'lost', 'lost']);
  const short = await scriptedServer([events('id: 5\nevent: reset\ndata: {}\n\n')]);

  const walk = async ({ options }: typeof gone, settings: object): Promise<string[]> => {
    const ids: string[] = [];
    for await (const { id } of new Postrider('sk_x', options).stream(settings)) ids.push(id);
    return ids;
  };

  await expect(walk(gone, {})).rejects.toMatchObject({ code: 'INVALID_API_KEY' });
  await expect(walk(away, { maxRetries: 2 })).rejects.toMatchObject({ code: 'CONNECTION_FAILED' });
  expect(await walk(short, { seconds: 0, lastEventId: '4' })).toEqual(['5']);
  expect(short.requests[0]).toMatchObject({ line: 'GET /stream?seconds=0', headers: { 'last-event-id': '4' } });
});

test('events are the same however they are cut into parts, with any of the three line ends', () => {
  const text = 'retry: 50\r\nid: 1\r\nevent: a\r\ndata: {\r\ndata: }\r\n\r\nid:2\r: comment\r\rdata: x\n\n';
  const whole = eventParser('0');
  const expected = whole.read(text);
  const parser = eventParser('0');

  const inParts = text.split('').flatMap((part) => parser.read(part));

  expect(expected).toEqual([
    { id: '1', event: 'a', data: '{\n}' },
    { id: '2', event: 'message', data: null },
    { id: '2', event: 'message', data: 'x' },
  ]);
  expect(inParts).toEqual(expected);
  expect(parser.retryMs).toBe(50);
});
