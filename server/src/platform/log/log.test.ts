import fc from 'fast-check';
import { expect, test } from 'vitest';
import { processorMs } from '#testing/processor-time';
import { makeLogger } from './index.ts';

/** What a logger writes for one entry. */
function written(fields: object, message = 'something happened'): string {
  const lines: string[] = [];
  const log = makeLogger({ level: 'debug', destination: { write: (line) => void lines.push(line) } });
  log.error(fields, message);
  log.child({ requestId: 'r-1', ...fields }).warn(message);
  return lines.join('');
}

const key = `sk_${'a1B2'.repeat(12)}x`;
const recipientToken = `1-abcdefgh${'Aa0_'.repeat(16)}`;
const accountToken = 'Zz9'.repeat(21);

/** Each with the part of it that must not be readable. */
const slips: [name: string, fields: object, canary: string][] = [
  ['a secret key in a text', { reason: `refused ${key}` }, key],
  ['a public key in an address', { reason: `GET /v1/track?key=pk_${'x'.repeat(49)}` }, 'x'.repeat(49)],
  ['a password by its name', { password: 'correct horse battery' }, 'correct horse'],
  ['a password deep inside', { reason: { user: { password: 'correct horse "battery"' } } }, 'battery'],
  ['cookies', { reason: { cookies: { session: 'abcdefghijklmnop' } } }, 'abcdefghijklmnop'],
  ['several cookies', { 'set-cookie': ['session=abcdefghijklmnop; Path=/'] }, 'abcdefghijklmnop'],
  ['a header', { reason: { headers: { Authorization: 'Basic dXNlcjpwYXNz' } } }, 'dXNlcjpwYXNz'],
  ['a bearer in a text', { reason: 'sent "Bearer abcdefghijklmnop=="' }, 'abcdefghijklmnop'],
  ['an address in a text', { reason: 'no route to Ada.Lovelace+x@mail.example.com now' }, 'Lovelace'],
  ['an address by its name', { email: 'ada@example.com' }, 'ada'],
  ['a content', { reason: { html: '<p>Dear \\ "Ada"</p>', subject: 'Your diagnosis' } }, 'Ada'],
  ['a subject', { reason: { html: '<p>x</p>', subject: 'Your diagnosis' } }, 'diagnosis'],
  ['a link of an account', { reason: `http://x.example/reset?token=${accountToken}` }, accountToken],
  ['an invitation', { reason: `POST /invitations/${accountToken}/accept failed` }, accountToken],
  ['a link of a recipient', { reason: `GET /u/${recipientToken} failed` }, recipientToken],
  ['a click', { reason: `GET /t/c/${recipientToken}` }, recipientToken],
  ['the login of a database', { reason: 'postgres://root:hunter2:x@db.example:5432/p' }, 'hunter2'],
  ['the login of a relay', { error: new Error('smtp://user:hunter2@relay.example said no') }, 'hunter2'],
  [
    'a private key',
    { error: new Error('-----BEGIN PRIVATE KEY-----\nMIIEvQcanary\n-----END PRIVATE KEY-----') },
    'canary',
  ],
  ['the cause of an error', { error: new Error('failed', { cause: new Error(`key ${key}`) }) }, key],
];

test.each(slips)('%s is not in the log (T35)', (_name, fields, canary) => {
  const line = written(fields);

  expect(line).not.toContain(canary);
  expect(line).toContain('something happened');
  for (const entry of line.trim().split('\n')) expect(() => JSON.parse(entry)).not.toThrow();
});

test('keys and addresses are removed wherever they are, and the line stays one JSON entry (T35)', () => {
  const canary = fc.constantFrom(key, 'someone.else@people.example', `pk_eu1.abcdefgh.${'Q'.repeat(49)}`);
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), canary, (before, after, name, secret) => {
      const text = `${before} ${secret} ${after}`;
      const line = written({ reason: text, [`x${name}`]: [text], error: new Error(text) }, `said ${text}`);
      expect(line).not.toContain(secret);
      for (const entry of line.trim().split('\n')) expect(() => JSON.parse(entry)).not.toThrow();
    }),
  );
});

test('what an operator needs stays readable', () => {
  const line = written({
    error: Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' }),
    projectId: '01a1df3a-0fba-71f4-a1f9-41f8fae42408',
    relay: 'relay.example:587',
    route: '/contacts/:id',
    domain: 'acme.example',
    task: 'emails.release-held',
  });

  for (const text of [
    'ECONNREFUSED 127.0.0.1:5432',
    '01a1df3a-0fba',
    'relay.example:587',
    '/contacts/:id',
    'acme.example',
  ])
    expect(line).toContain(text);
  expect(line).not.toContain('[');
});

test('a line of a megabyte is redacted in less than three seconds, whatever it contains', () => {
  for (const piece of [
    'a',
    '@',
    '"body":"',
    '://',
    '-----BEGIN PRIVATE KEY-----',
    '\\',
    'sk_',
    'x@',
    'Bearer ',
    '"',
    '{"body":{',
  ]) {
    const text = piece.repeat(Math.ceil(1_000_000 / piece.length));
    expect(
      processorMs(() => written({ reason: text })),
      piece,
    ).toBeLessThan(3_000);
  }
});
