import { expect, test } from 'vitest';
import { Refusal } from '#platform/refusals';
import { readBody } from './read-body.ts';

const codeOf = (text: string): string => {
  try {
    readBody(text);
    return 'read';
  } catch (error) {
    return error instanceof Refusal ? error.code : 'fault';
  }
};

test.each([
  ['', {}],
  ['  \n', {}],
  ['{"a":1,"a":2}', { a: 2 }],
  ['{"__proto__":{"x":1},"b":{"__proto__":1,"c":2}}', { b: { c: 2 } }],
  ['{"a":"\\ud800x"}', { a: '\uFFFDx' }],
])('%j is read', (text, expected) => {
  expect(readBody(text)).toEqual(expected);
  expect(({} as { x?: number }).x).toBeUndefined();
});

test.each([
  ['{', 'INVALID_REQUEST_BODY'],
  ['{"a":1}}', 'INVALID_REQUEST_BODY'],
  ['[1]', 'VALIDATION_ERROR'],
  ['null', 'VALIDATION_ERROR'],
  ['"x"', 'VALIDATION_ERROR'],
  ['{"a":1e999}', 'VALIDATION_ERROR'],
  ['{"a":"\\u0000"}', 'VALIDATION_ERROR'],
  ['{"a\\u0000":1}', 'VALIDATION_ERROR'],
  [`{"a":${'['.repeat(40)}${']'.repeat(40)}}`, 'INVALID_REQUEST_BODY'],
  [`{"a":${'{"a":'.repeat(30)}1${'}'.repeat(30)}}`, 'read'],
])('%s gives %s', (text, code) => {
  expect(codeOf(text)).toBe(code);
});

test('a thousand levels are refused without exhausting the stack', () => {
  expect(codeOf(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)).toBe('INVALID_REQUEST_BODY');
});
