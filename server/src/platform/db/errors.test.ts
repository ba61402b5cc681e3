import { expect, test } from 'vitest';
import { CommitUnknown, isDatabaseAway, isServerAnswer } from './errors.ts';

const withCode = (code: string) => Object.assign(new Error('x'), { code });

test.each([
  ['a refused connection', withCode('ECONNREFUSED'), true],
  ['a reset connection', withCode('ECONNRESET'), true],
  ['an administrator ending sessions', withCode('57P01'), true],
  ['a server that starts up', withCode('57P03'), true],
  ['a connection failure', withCode('08006'), true],
  ['a connection that ended', new Error('Connection terminated unexpectedly'), true],
  ['no connection in time', new Error('timeout exceeded when trying to connect'), true],
  ['the lost answer to a commit', new CommitUnknown(new Error('x')), true],
  ['a broken rule of a table', withCode('23505'), false],
  ['a statement that took too long', withCode('57014'), false],
  ['a mistake of ours', new TypeError('x is not a function'), false],
  ['something else', 'text', false],
])('%s: the database is away or not', (_name, error, isAway) => {
  expect(isDatabaseAway(error)).toBe(isAway);
  if (isAway) expect(isServerAnswer(error)).toBe(false);
});

test('no connection left: nothing was asked, though the server answered', () => {
  expect(isDatabaseAway(withCode('53300'))).toBe(true);
});
