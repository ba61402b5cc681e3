import fc from 'fast-check';
import { expect, test } from 'vitest';
import { growth, relativeCost } from '#testing/processor-time';
import { cutSecrets, keepBody } from './index.ts';

const key = `sk_${'a1B2'.repeat(12)}x`;

const cases: [name: string, text: string, expected: string][] = [
  [
    'nothing secret',
    '{"email":"ada@example.com","data":{"plan":"pro"}}',
    '{"email":"ada@example.com","data":{"plan":"pro"}}',
  ],
  ['a password', '{"password":"hunter2","name":"Ada"}', '{"password":"[cut]","name":"Ada"}'],
  [
    'any case, anywhere in the name',
    '{"myApiKey":"x1","NEW_PASSWORD":"x2"}',
    '{"myApiKey":"[cut]","NEW_PASSWORD":"[cut]"}',
  ],
  ['api_key and api-key', '{"api_key":"x1","X-Api-Key":"x2"}', '{"api_key":"[cut]","X-Api-Key":"[cut]"}'],
  ['deep inside', '[{"a":[{"accessToken":"x1"}]}]', '[{"a":[{"accessToken":"[cut]"}]}]'],
  ['a number', '{"token": 123456 , "n": 1}', '{"token": "[cut]" , "n": 1}'],
  ['nothing to hide', '{"secret":null,"hasToken":true}', '{"secret":null,"hasToken":true}'],
  ['an object', '{"secret":{"a":"x1","b":["x2"]},"c":1}', '{"secret":"[cut]","c":1}'],
  ['a list', '{"tokens":["x1",{"password":"x2"}],"c":1}', '{"tokens":"[cut]","c":1}'],
  ['a quotation mark inside', '{"password":"x\\"1","c":"d"}', '{"password":"[cut]","c":"d"}'],
  ['a backslash at the end', '{"password":"x1\\\\","c":"d"}', '{"password":"[cut]","c":"d"}'],
  ['a name with escapes', '{"pass\\u0077ord":"x1"}', '{"pass\\u0077ord":"[cut]"}'],
  ['a name that cannot be read', '{"\\q":"x1"}', '{"\\q":"[cut]"}'],
  [
    'headers',
    '{"headers":{"Authorization":"Basic x1","Cookie":"x2"}}',
    '{"headers":{"Authorization":"[cut]","Cookie":"[cut]"}}',
  ],
  [
    'contents of files',
    '{"content":"shown","attachments":[{"filename":"a.txt","content":"eDE="}]}',
    '{"content":"shown","attachments":[{"filename":"a.txt","content":"[cut]"}]}',
  ],
  ['a key in another value', `{"note":"use ${key}"}`, '{"note":"use sk_[cut]"}'],
  ['a login in a URL', '{"url":"https://user:x1@host.example/a"}', '{"url":"https://[cut]@host.example/a"}'],
  [
    'an invitation',
    `{"inviteUrl":"https://host.example/app/invite/eu1.${'x1Zz'.repeat(16)}"}`,
    '{"inviteUrl":"https://host.example/app/invite/[cut]"}',
  ],
  ['the end is missing in a secret', '{"a":1,"password":"x1', '{"a":1,"password":"[cut]"'],
  ['the end is missing in a list of secrets', '{"a":1,"tokens":["x1","x', '{"a":1,"tokens":"[cut]"'],
  ['the end is missing elsewhere', '{"a":{"b":"shown', '{"a":{"b":"shown'],
  ['no JSON', 'password=x1', '[cut]'],
  ['a name without quotation marks', '{password:"x1"}', '{[cut]'],
  ['two values', '{"a":1} {"password":"x1"}', '{"a":1} [cut]'],
  ['no comma', '{"a":"b" "password":"x1"}', '{"a":"b" [cut]'],
  ['no colon', '{"password" "x1"}', '{"password" [cut]'],
  ['a wrong end', '{"a":[1}', '{"a":[1[cut]'],
  ['an empty list and an empty object', '{"a":[],"b":{},"password":[]}', '{"a":[],"b":{},"password":"[cut]"}'],
  ['a list of texts', '["password","x"]', '["password","x"]'],
  ['nothing', '', ''],
];

test.each(cases)('%s', (_name, text, expected) => {
  expect(cutSecrets(text)).toBe(expected);
  expect(cutSecrets(text)).not.toMatch(/x[12]/);
});

const names = fc.constantFrom('name', 'password', 'apiKey', 'data', 'attachments', 'content', 'my token', 'list');
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5 },
    fc.string(),
    fc.double(),
    fc.constant(null),
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(names, tie('tree'), { maxKeys: 4 }),
  ),
}));

test('what it makes of any JSON is JSON, with the same values where nothing is secret, and none of the secret ones', () => {
  fc.assert(
    fc.property(tree, (value) => {
      const result: unknown = JSON.parse(cutSecrets(JSON.stringify(value)));
      expect(result).toEqual(withoutSecrets(JSON.parse(JSON.stringify(value))));
    }),
  );
});

function withoutSecrets(value: unknown, inFiles = false): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, inFiles));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const isSecret = /password|apikey|token/i.test(name) || (name === 'content' && inFiles);
      return [name, isSecret && inner !== null ? '[cut]' : withoutSecrets(inner, name === 'attachments')];
    }),
  );
}

test('no prefix of a body shows any of its secrets', () => {
  const body = JSON.stringify({ a: 'b', password: 'QQQQ', list: [{ tokens: ['QQQQ', { x: 'QQQQ' }] }], note: key });
  for (let length = 0; length <= body.length; length += 1) {
    const shown = cutSecrets(body.slice(0, length));
    expect(shown, body.slice(0, length)).not.toContain('Q');
  }
});

test('a body is cut off at its size in bytes, and says so', () => {
  const short = JSON.stringify({ a: 'é'.repeat(100) });
  expect(keepBody(short, 1_000)).toBe(short);
  expect(keepBody(short, Buffer.byteLength(short))).toBe(short);

  const kept = keepBody(JSON.stringify({ a: `${'é '.repeat(1_000)}` }), 1_000);
  expect(kept.endsWith('[cut]')).toBe(true);
  expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(1_000 + '[cut]'.length);
  expect(kept).not.toContain('\ufffd');

  const before = 1_000 - '{"a":"'.length - 20;
  expect(keepBody(JSON.stringify({ a: `${'.'.repeat(before - 1)} ${key} ${'.'.repeat(1_000)}` }), 1_000)).not.toContain(
    'a1B2',
  );
});

test('a body of 60 MB costs no more than one of 64 KB', () => {
  const ofSize = (bytes: number) => JSON.stringify({ password: 'x', attachments: [{ content: 'A'.repeat(bytes) }] });
  const often = (text: string) => () => {
    for (let round = 0; round < 500; round += 1) keepBody(text, 65_536); // a few milliseconds are not measured well
  };
  expect(relativeCost(often(ofSize(60_000_000)), often(ofSize(70_000)))).toBeLessThan(3);
});

test.each(['"', '\\', '{"a":', '[', '{"token":[', 'sk_', '://', 'Bearer ', '"\\"'])(
  'time grows with the size alone: %s',
  (piece) => {
    const text = (size: number) => `{"a":"${piece.repeat(Math.ceil(size / piece.length))}`;
    expect(growth((size) => cutSecrets(text(size)), 200_000)).toBeLessThan(25);
  },
);
