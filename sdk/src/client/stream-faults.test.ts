import { expect, onTestFinished, test, vi } from 'vitest';
import { Postrider, type StreamMessage, type StreamOptions } from '../index.ts';
import { refusal, type ScriptedReply, scriptedServer } from '../testing/scripted-server.ts';

const opening = ': open\nretry: 2000\n\n';
const event = (id: number, data = `{"count":${id},"é":"ß"}`): string => `event: more\nid: ${id}\ndata: ${data}\n\n`;
const events = (body: string): ScriptedReply => ({
  status: 200,
  body,
  headers: { 'content-type': 'text/event-stream' },
});

interface Connection {
  readonly parts: readonly Uint8Array[];
  /** Otherwise it ends as if all had been said. */
  readonly breaks?: boolean;
}

/** A client whose connections are made by a function of their number, from 1 on, and of the position they are asked for. */
function clientOf(connectionOf: (number: number, lastEventId: string | undefined) => Connection) {
  const positions: (string | undefined)[] = [];
  const fetch = async (_url: string, { headers, signal }: RequestInit): Promise<Response> => {
    positions.push((headers as Record<string, string>)['last-event-id']); // a plain object of the client
    if (positions.length > 20) return new Response(null, { status: 401 }); // a client that never stops would stop the tests
    const { parts, breaks } = connectionOf(positions.length, positions.at(-1));
    const waiting = [...parts];
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => signal?.addEventListener('abort', () => controller.error(signal.reason)),
        pull(controller) {
          const part = waiting.shift();
          if (part) controller.enqueue(part);
          else if (breaks) controller.error(new TypeError('terminated'));
          else controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
  const client = new Postrider('sk_x', { baseUrl: 'http://localhost', fetch, sleep: async () => {} });
  return { client, positions };
}
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The messages up to the one with an id. */
async function messagesTo(last: string, client: Postrider, options?: StreamOptions): Promise<StreamMessage[]> {
  const messages: StreamMessage[] = [];
  for await (const message of client.stream(options)) {
    messages.push(message);
    if (message.id === last) break;
  }
  return messages;
}

test.each([
  ['broken', true],
  ['ended', false],
])('a connection that is %s at any byte loses nothing and doubles nothing', async (_name, breaks) => {
  const ids = [1, 2, 3];
  const textAfter = (lastEventId = '0') =>
    bytes(opening + ids.flatMap((id) => (id > Number(lastEventId) ? [event(id)] : [])).join(''));
  const expected = ids.map((id) => ({ id: `${id}`, event: 'more', data: { count: id, é: 'ß' } }));

  for (let cut = 0; cut < textAfter().length; cut += 1) {
    const { client } = clientOf((number, lastEventId) => {
      const text = textAfter(lastEventId);
      return number === 1 ? { parts: cut === 0 ? [] : [text.slice(0, cut)], breaks } : { parts: [text], breaks };
    });
    expect(await messagesTo('3', client), `cut at ${cut}`).toEqual(expected);
  }
});

test('an event that cannot be read is asked for again, with those behind it', async () => {
  const { client, positions } = clientOf((number) => ({
    parts: [bytes(opening + (number === 1 ? event(1) + event(2, '{') + event(3) : event(2) + event(3)))],
  }));

  expect((await messagesTo('3', client)).map(({ id }) => id)).toEqual(['1', '2', '3']);
  expect(positions).toEqual([undefined, '1']);
});

test('an event that can never be read ends the stream after so many failures', async () => {
  const { client, positions } = clientOf((number) => ({
    parts: [bytes(`${opening}${number === 1 ? event(1) : ''}event: email\ndata: {}\n\n${event(2, '{')}${event(3)}`)],
  }));

  await expect(messagesTo('3', client, { maxRetries: 2 })).rejects.toMatchObject({ code: 'CONNECTION_FAILED' });
  expect(positions).toEqual([undefined, '1', '1']);
});

test('a connection with nothing but a comment shows that the server is there', async () => {
  const { client, positions } = clientOf((number) => ({
    parts: [bytes(number < 6 ? ':\n\n' : event(1))],
    breaks: true,
  }));

  expect(await messagesTo('1', client, { maxRetries: 1 })).toHaveLength(1);
  expect(positions).toHaveLength(6);
});

test('a connection that ends before its first block has failed', async () => {
  const { options, requests } = await scriptedServer(['', '\n\n', ': op'].map(events));

  const walk = messagesTo('1', new Postrider('sk_x', options), { maxRetries: 2 });

  await expect(walk).rejects.toMatchObject({ code: 'CONNECTION_FAILED' });
  expect(requests).toHaveLength(3);
});

test.each([
  ['a page', { status: 200, body: '<html>', headers: { 'content-type': 'text/html' } }],
  ['JSON', { status: 200, body: {} }],
  ['a redirect', { status: 302, headers: { location: '/elsewhere' } }],
])('%s is no stream, and is not asked for again', async (_name, reply) => {
  const { options, requests } = await scriptedServer([reply]);

  await expect(messagesTo('1', new Postrider('sk_x', options))).rejects.toMatchObject({ code: 'UNEXPECTED_REPLY' });
  expect(requests).toHaveLength(1);
});

test('a pause over a minute is left to the caller', async () => {
  const { options, pauses } = await scriptedServer([
    events('retry: 90000\n\n'),
    refusal(503, 'OVERLOADED', {}, { 'retry-after': '61' }),
  ]);

  const walk = messagesTo('1', new Postrider('sk_x', options));

  await expect(walk).rejects.toMatchObject({ statusCode: 503, retryAfterSeconds: 61 });
  expect(pauses).toEqual([60_000]);
});

test('a reader may take its time: only the silence of a connection that is read breaks it off', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { client, positions } = clientOf(() => ({ parts: [bytes(event(1)), bytes(event(2))] }));
  const received: string[] = [];

  for await (const { id } of client.stream()) {
    received.push(id);
    if (id === '2') break;
    await vi.advanceTimersByTimeAsync(600_000);
  }

  expect(received).toEqual(['1', '2']);
  expect(positions).toHaveLength(1);
});

test('a connection that is silent is broken off', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const signals: AbortSignal[] = [];
  const fetch = (_url: string, { signal }: RequestInit) =>
    new Promise<Response>((_resolve, reject) => {
      if (!signal) return;
      signals.push(signal);
      signal.addEventListener('abort', () => reject(new Error('broken off')));
    });
  const client = new Postrider('sk_x', { baseUrl: 'http://localhost', fetch });

  const failure = expect(messagesTo('1', client, { maxRetries: 0 })).rejects.toMatchObject({ statusCode: 0 });
  await vi.advanceTimersByTimeAsync(44_000);
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  await vi.advanceTimersByTimeAsync(2_000);

  await failure;
});

test('its seconds count over all connections', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { options, requests } = await scriptedServer([
    events('retry: 4000\n\n'),
    refusal(503, 'OVERLOADED', {}, { 'retry-after': '3' }),
    events(event(1)),
    events(event(2)),
  ]);
  const sleep = async (milliseconds: number) => void vi.setSystemTime(Date.now() + milliseconds);
  const client = new Postrider('sk_x', { ...options, sleep });

  expect((await messagesTo('none', client, { seconds: 10 })).map(({ id }) => id)).toEqual(['1', '2']);

  expect(requests.map(({ line }) => line)).toEqual([10, 6, 3, 0].map((left) => `GET /stream?seconds=${left}`));
});

test('a failure that cannot be mended within its seconds is thrown', async () => {
  const { options, requests } = await scriptedServer([refusal(503, 'OVERLOADED', {}, { 'retry-after': '10' })]);

  const walk = messagesTo('none', new Postrider('sk_x', options), { seconds: 10 });

  await expect(walk).rejects.toMatchObject({ code: 'OVERLOADED' });
  expect(requests).toHaveLength(1);
});
