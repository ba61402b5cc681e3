import { expect, test } from 'vitest';
import { queryOf, unreadable } from './query-of.ts';

test.each<[string, Record<string, unknown>]>([
  ['/a', {}],
  ['/a?', {}],
  ['/a?b=1&b=2&c=', { b: '1' }],
  ['/a?b=&b=2', {}],
  ['/a?b', {}],
  ['/a?b=x+y%2B%20z=', { b: 'x y+ z=' }],
  ['/a?b=%F0%9F%90%8E', { b: '🐎' }],
  ['/a?b=%00', { b: unreadable }],
  ['/a?b=a%00b&c=1', { b: unreadable, c: '1' }],
  ['/a?b=100%', { b: unreadable }],
  ['/a?b=%ED%A0%80', { b: unreadable }],
  ['/a?b=%FF', { b: unreadable }],
  ['/a?%FF=1&b=2', { b: '2' }],
  ['/a?__proto__=1', { ['__proto__']: '1' }],
])('%s', (url, expected) => {
  expect(Object.entries(queryOf(url))).toEqual(Object.entries(expected));
});
