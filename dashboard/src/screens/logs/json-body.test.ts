import { expect, test } from 'vitest';
import { firstUseOf, isCut } from './json-body.ts';

test('a body in which the log replaced something says so', () => {
  expect(isCut('{"a":"[cut]"}')).toBe(true);
});

test('a refused repeat names the first use of its key', () => {
  const details = { key: 'k', originalRequest: 'POST /v1/send', originalRequestAt: '2026-11-18T00:08:14.780Z' };

  expect(firstUseOf(JSON.stringify({ error: { details } }))).toEqual({
    call: 'POST /v1/send',
    at: '2026-11-18T00:08:14.780Z',
  });
});

test.each([null, '', '{', '[]', '{"error":null}', '{"error":{"details":{"originalRequest":1}}}'])(
  '%s names none',
  (reply) => {
    expect(firstUseOf(reply)).toBeNull();
  },
);
