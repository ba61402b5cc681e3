import { ApiError } from '@postrider/sdk';
import { expect, test } from 'vitest';
import { problemOf } from './problem.ts';

const failure = (code: string, statusCode: number) =>
  new ApiError({ code, statusCode, message: 'As the library says it.', requestId: null, suggestion: 'Check baseUrl.' });

test.each([
  ['CONNECTION_FAILED', 0],
  ['TIMEOUT', 0],
  ['UNEXPECTED_REPLY', 502],
])('%s is told to a person, not to a programmer', (code, statusCode) => {
  const { message, suggestion } = problemOf(failure(code, statusCode));

  expect(message).toMatch(/instance/);
  expect(suggestion).toBeDefined();
  expect(suggestion).not.toContain('baseUrl');
});

test('a refusal of the instance keeps its own advice', () => {
  const { message, suggestion } = problemOf(failure('NOT_FOUND', 404));

  expect(message).toBe('As the library says it.');
  expect(suggestion).toBe('Check baseUrl.');
});
