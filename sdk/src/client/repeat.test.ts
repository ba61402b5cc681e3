import { expect, test, vi } from 'vitest';
import { ApiError, Postrider, PostriderTracker } from '../index.ts';
import { refusal, type ScriptedReply, scriptedServer } from '../testing/scripted-server.ts';

const clientOf = async (replies: Parameters<typeof scriptedServer>[0]) => {
  const server = await scriptedServer(replies);
  return { ...server, client: new Postrider('sk_x', server.options) };
};
const failureOf = (promise: PromiseLike<unknown>): Promise<ApiError> =>
  Promise.resolve(promise).then(
    () => Promise.reject(new Error('it succeeded')),
    (error: ApiError) => error,
  );
const contact: ScriptedReply = { status: 200, body: { id: '1' } };
const limited = refusal(429, 'RATE_LIMIT_EXCEEDED', {}, { 'retry-after': '7' });
const mail = { to: 'ann@example.com', subject: 'Hello', body: 'Hi' };
const accepted = { success: true, data: { emails: [], timestamp: 'then' } };
const held = refusal(409, 'IDEMPOTENCY_KEY_REUSED', { details: { originalStatusCode: null } }, { 'retry-after': '1' });
const used = refusal(409, 'IDEMPOTENCY_KEY_REUSED', {
  details: { originalRequest: 'POST /v1/send', originalStatusCode: 200, originalResponse: accepted },
});
const usedByPublicKey = refusal(409, 'IDEMPOTENCY_KEY_REUSED', {
  details: { originalRequest: 'POST /v1/track', originalStatusCode: 200 },
});

test('a read is repeated after 5xx and a lost connection, with growing pauses', async () => {
  const { client, requests, pauses } = await clientOf([{ status: 502, body: '<html>' }, 'lost', contact]);

  expect(await client.contacts.get('1')).toEqual({ id: '1' });

  expect(requests.map(({ line }) => line)).toEqual(Array(3).fill('GET /contacts/1'));
  expect(pauses[0]).toBeLessThanOrEqual(500);
  expect(pauses[1]).toBeGreaterThanOrEqual(500);
});

test('Retry-After is honoured, and a pause over a minute is left to the caller', async () => {
  const { client, requests, pauses } = await clientOf([
    limited,
    contact,
    refusal(429, 'X', {}, { 'retry-after': '61' }),
  ]);

  await client.contacts.get('1');
  const failure = await failureOf(client.contacts.get('1'));

  expect(pauses).toEqual([7_000]);
  expect(failure.retryAfterSeconds).toBe(61);
  expect(requests).toHaveLength(3);
});

test('a write without a key is repeated only after 429, which had no effect', async () => {
  const first = await clientOf([limited, { status: 201, body: { id: '1' } }]);
  expect(await first.client.contacts.create({ email: 'ann@example.com' })).toEqual({ id: '1' });

  for (const reply of [refusal(503, 'SERVICE_UNAVAILABLE'), 'lost'] as const) {
    const { client, requests } = await clientOf([reply, contact]);
    expect(await failureOf(client.contacts.create({ email: 'ann@example.com' }))).toBeInstanceOf(ApiError);
    expect(requests).toHaveLength(1);
  }
});

test('a send is repeated with its key, and a reply that was lost is taken from the refusal of the repeat', async () => {
  const { client, requests } = await clientOf(['lost', used]);

  expect(await client.send(mail)).toEqual({ emails: [], timestamp: 'then', alreadyAccepted: true });

  const keys = requests.map(({ headers }) => headers['idempotency-key']);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(requests.map(({ body }) => JSON.parse(body))).toEqual([mail, mail]);
});

test('a key that is held is waited for, however often, and then accepted or refused as it ends', async () => {
  const free = await clientOf([...Array(20).fill(held), { status: 200, body: accepted }]);
  expect(await free.client.send(mail)).toMatchObject({ timestamp: 'then', alreadyAccepted: false });
  expect(free.pauses).toEqual(Array(20).fill(1_000));

  const taken = await clientOf([held, used]);
  expect(await failureOf(taken.client.send(mail))).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
});

test('a key that is held is waited for a second unless the server says how long, and no longer than a minute', async () => {
  const details = { originalStatusCode: null };
  const { client, pauses } = await clientOf([
    refusal(409, 'IDEMPOTENCY_KEY_REUSED', { details }),
    refusal(409, 'IDEMPOTENCY_KEY_REUSED', { details }, { 'retry-after': '7.5' }),
    refusal(409, 'IDEMPOTENCY_KEY_REUSED', { details }, { 'retry-after': '61' }),
  ]);

  expect(await failureOf(client.send(mail))).toMatchObject({ retryAfterSeconds: 61 });

  expect(pauses).toEqual([1_000, 8_000]);
});

test('a key that another operation used is thrown, also after a lost reply', async () => {
  const { client, requests } = await clientOf(['lost', used]);

  const failure = await failureOf(client.track({ email: 'ann@example.com', event: 'signup' }));

  expect(failure).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED', details: { originalRequest: 'POST /v1/send' } });
  expect(requests.map(({ line }) => line)).toEqual(Array(2).fill('POST /events/track'));
});

test('a key that was used before the first attempt is thrown', async () => {
  const { client, requests } = await clientOf([used]);

  const failure = await failureOf(client.send(mail, { idempotencyKey: 'order-1' }));

  expect(failure).toMatchObject({ statusCode: 409, code: 'IDEMPOTENCY_KEY_REUSED' });
  expect(requests[0]?.headers['idempotency-key']).toBe('order-1');
});

test('a tracker learns that its lost event had arrived', async () => {
  const { options } = await scriptedServer([refusal(500, 'INTERNAL_SERVER_ERROR'), usedByPublicKey]);

  const reply = await new PostriderTracker('pk_x', options).track({ email: 'ann@example.com', event: 'signup' });

  expect(reply).toEqual({ alreadyAccepted: true });
});

test('a refusal is thrown with everything that the API says', async () => {
  const rest = {
    message: 'Request validation failed',
    errors: [{ field: 'email', code: 'required', message: 'is missing' }],
    details: { a: 1 },
    suggestion: 'Give an address.',
  };
  const { client } = await clientOf([refusal(422, 'VALIDATION_ERROR', rest)]);

  expect(await failureOf(client.contacts.create({ email: '' }))).toMatchObject({
    name: 'ApiError',
    message: 'Request validation failed (email: is missing) Give an address. [request request-1]',
    code: 'VALIDATION_ERROR',
    statusCode: 422,
    requestId: 'request-1',
    fieldErrors: rest.errors,
    details: { a: 1 },
    suggestion: 'Give an address.',
  });
});

test('a plain body and a page of a proxy are refusals, too', async () => {
  const { client } = await clientOf([
    { status: 409, body: { error: 'Taken.' }, headers: { 'x-request-id': 'request-2' } },
    { status: 404, body: '<html>' },
  ]);

  expect(await failureOf(client.contacts.update('1', {}))).toMatchObject({
    message: 'Taken. [request request-2]',
    code: 'CONFLICT',
  });
  expect(await failureOf(client.contacts.get('1'))).toMatchObject({ code: 'HTTP_404', statusCode: 404 });
});

test('an attempt without a reply ends with its time limit, and a caller may give up earlier', async () => {
  const { client } = await clientOf(['silent', 'silent']);

  const late = await failureOf(client.contacts.get('1', { timeoutMs: 20, maxRetries: 0 }));
  const reason = new Error('not needed any more');
  const controller = new AbortController();
  const waiting = failureOf(client.contacts.get('1', { signal: controller.signal }));
  controller.abort(reason);

  expect(late).toMatchObject({ code: 'TIMEOUT', statusCode: 0, requestId: null });
  expect(await waiting).toBe(reason);
});

test('a time limit beyond what timers know is none', async () => {
  const fetch = async (_url: string, { signal }: RequestInit): Promise<Response> => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    signal?.throwIfAborted();
    return Response.json({ id: '1' });
  };
  const client = new Postrider('sk_x', { baseUrl: 'http://localhost', fetch, maxRetries: 0 });

  for (const timeoutMs of [2 ** 31, Number.POSITIVE_INFINITY]) {
    expect(await client.contacts.get('1', { timeoutMs })).toEqual({ id: '1' });
  }
});

test('a caller may give up during a pause', async () => {
  const { options, requests } = await scriptedServer([refusal(429, 'X', {}, { 'retry-after': '60' })]);
  const client = new Postrider('sk_x', { baseUrl: options.baseUrl });
  const controller = new AbortController();
  const waiting = failureOf(client.contacts.get('1', { signal: controller.signal }));
  await vi.waitUntil(() => requests.length === 1, { timeout: 30_000 });

  const reason = new Error('not needed any more');
  controller.abort(reason);

  expect(await waiting).toBe(reason);
});

test('a name that would change the address is refused', async () => {
  const { client, requests } = await clientOf([]);

  for (const id of ['', '.', '..']) await expect(client.contacts.get(id)).rejects.toThrow('id must not be');

  expect(requests).toEqual([]);
});
