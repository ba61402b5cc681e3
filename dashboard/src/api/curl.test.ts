import { expect, test } from 'vitest';
import { curlOf, quoted, readableBody } from './curl.ts';

test('a list is asked for with its filters and without the key', () => {
  const text = curlOf('https://post.example.com/', {
    path: '/emails',
    query: { limit: 50, search: 'a b', status: undefined },
  });

  expect(text).toBe(
    `curl 'https://post.example.com/emails?limit=50&search=a+b' \\\n  -H "Authorization: Bearer $POSTRIDER_KEY"`,
  );
});

test('a body is sent as JSON with its own headers', () => {
  const text = curlOf('https://post.example.com', {
    method: 'POST',
    path: '/v1/send',
    headers: { 'Idempotency-Key': 'k' },
    body: '{"a":1}',
  });

  expect(text.split(' \\\n  ')).toEqual([
    "curl -X POST 'https://post.example.com/v1/send'",
    '-H "Authorization: Bearer $POSTRIDER_KEY"',
    "-H 'Idempotency-Key: k'",
    "-H 'Content-Type: application/json'",
    `-d '{"a":1}'`,
  ]);
});

test('a readable body stands on lines of its own and is the same JSON', () => {
  const body = { to: 'ann@example.com', body: 'two\nlines', data: { plan: 'pro' } };

  expect(JSON.parse(readableBody(body))).toEqual(body);
  expect(readableBody(body).split('\n').slice(0, 2)).toEqual(['{', '    "to": "ann@example.com",']);
});

test('a quote cannot leave its argument', () => {
  expect(quoted('$(id) `id` "x" \\')).toBe('\'$(id) `id` "x" \\\'');
  expect(quoted("'; id; '")).toBe("''\\''; id; '\\'''");
});
