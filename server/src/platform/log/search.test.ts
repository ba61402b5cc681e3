import { expect, test } from 'vitest';
import { noteReply, plant, plantedCount, plantRequest, searchLogs } from '#testing/log-search';

const line = (fields: object): string => `${JSON.stringify({ level: 'error', ...fields, msg: 'something' })}\n`;

test('I13 the search finds what was planted, wherever and however it is written, and does not repeat it', () => {
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

test('I13 forms of secrets, errors that nobody caught and faults without an id are found unplanted', () => {
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

test('I13 a 5xx without a request id is found, and what is meant to be printed is not', () => {
  noteReply('GET /contacts', 503, {});
  noteReply('GET /contacts', 503, { 'x-request-id': 'r-1' });
  noteReply('GET /contacts', 404, {});

  expect(searchLogs('Make this instance yours, once: http://x/owner?token=abc\n')).toEqual([
    '503 to GET /contacts has no request id',
  ]);
  expect(searchLogs(line({ requestId: 'r-1' }))).toEqual([]);
});
