import { expect, test } from 'vitest';
import { noteReply, plant, plantedCount, plantRequest, searchLogs, searchRequestLog } from '#testing/log-search';

const line = (fields: object): string => `${JSON.stringify({ level: 'error', ...fields, msg: 'something' })}\n`;

test('the search finds planted secrets, wherever and however they are written, and does not print them (I13)', () => {
  plantRequest(
    { authorization: 'Bearer sessionless-canary-key', cookie: 'session=canary-of-a-cookie' },
    {
      password: 'correct "horse" battery',
      contact: { data: { body: 'the canary of a body' } },
      name: 'is no secret at all',
    },
  );
  plant('a-secret-key-of-an-instance-32-characters');

  for (const canary of [
    'sessionless-canary-key',
    'canary-of-a-cookie',
    'correct "horse" battery',
    'the canary of a body',
    'a-secret-key-of-an-instance-32-characters',
  ]) {
    const faults = searchLogs(line({ reason: 'well' }) + line({ error: { message: `failed: ${canary}!` } }));
    expect(faults, canary).toHaveLength(1);
    expect(faults.join()).not.toContain(canary);
  }
  expect(searchLogs(line({ reason: 'is no secret at all' }))).toEqual([]);
  expect(plantedCount()).toBeGreaterThanOrEqual(5);
});

test('secrets by their form, uncaught errors and faults without an id are found without being planted (I13)', () => {
  const wrong = [
    line({ reason: `key sk_${'a'.repeat(49)}` }),
    line({ reason: 'to ada@example.com' }),
    line({ reason: 'postgres://root:hunter2@db:5432/x' }),
    line({ error: { message: '-----BEGIN RSA PRIVATE KEY-----' } }),
    'Uncaught:\nError: x\n',
    '[UnhandledPromiseRejection: This error originated]\n',
    `${JSON.stringify({ level: 'error', msg: 'request failed' })}\n`,
  ];
  for (const output of wrong) expect(searchLogs(output), output).toHaveLength(1);
});

test('a 5xx without a request id is found, and intended output is not (I13)', () => {
  noteReply('GET /contacts', 503, {});
  noteReply('GET /contacts', 503, { 'x-request-id': 'r-1' });
  noteReply('GET /contacts', 404, {});

  expect(searchLogs('Make this instance yours, once: http://x/owner?token=abc\n')).toEqual([
    '503 to GET /contacts has no request id',
  ]);
  expect(searchLogs(line({ requestId: 'r-1' }))).toEqual([]);
});

test('the request log may hold contents and addresses, and no credential, by what was planted and by its form (D-1045)', () => {
  plantRequest(
    { authorization: 'Bearer canary-of-a-caller' },
    { myApiKey: 'canary-of-a-named-value', html: '<p>the canary of a content</p>', password: 'x'.repeat(200) },
  );
  plantRequest({}, { token: 'sent under every name', name: 'sent under every name' });
  const kept = [
    'sent under every name',
    '<p>the canary of a content</p>',
    'ada@example.com',
    `{"name":"${'x'.repeat(300)}"}`,
  ];
  expect(searchRequestLog(kept)).toEqual([]);

  for (const canary of [
    'canary-of-a-caller',
    'canary-of-a-named-value',
    `sk_${'a'.repeat(49)}`,
    'https://user:hunter2@host.example',
    `/t/c/1-${'Aa0_'.repeat(16)}`,
    `/app/invite/${'Zz9'.repeat(21)}`,
  ]) {
    const faults = searchRequestLog([...kept, `{"note":"well: ${canary}"}`]);
    expect(faults, canary).toHaveLength(1);
    expect(faults.join()).not.toContain(canary);
  }
});
