import { expect, test } from 'vitest';
import { CommitUnknown, isDatabaseAway, isDatabaseInTrouble, isFinal, isOutage, isServerAnswer } from './errors.ts';

const withCode = (code: string) => Object.assign(new Error('x'), { code });

test.each([
  ['a refused connection', withCode('ECONNREFUSED'), true],
  ['a reset connection', withCode('ECONNRESET'), true],
  ['a broken pipe', withCode('EPIPE'), true],
  ['an administrator that ends sessions', withCode('57P01'), true],
  ['a server that starts up', withCode('57P03'), true],
  ['a connection failure', withCode('08006'), true],
  ['a connection that ended', new Error('Connection terminated unexpectedly'), true],
  [
    'a connection lost between two statements',
    new Error('Client has encountered a connection error and is not queryable'),
    true,
  ],
  ['a connection that is closed', new Error('Client was closed and is not queryable'), true],
  ['no connection in time', new Error('timeout exceeded when trying to connect'), true],
  ['no reply within our timeout', new Error('Query read timeout'), true],
  ['the lost reply to a commit', new CommitUnknown(new Error('x')), true],
  ['a broken rule of a table', withCode('23505'), false],
  ['a statement that took too long', withCode('57014'), false],
  ['a mistake of ours', new TypeError('x is not a function'), false],
  ['something else', 'text', false],
])('%s: isDatabaseAway is right', (_name, error, isAway) => {
  expect(isDatabaseAway(error)).toBe(isAway);
  if (isAway) expect(isServerAnswer(error)).toBe(false);
});

test('no connection left counts as away, though the server replied', () => {
  expect(isDatabaseAway(withCode('53300'))).toBe(true);
});

const [final, trouble, other] = ['final', 'trouble', 'other'];
test.each([
  ['22P02', final],
  ['22001', final],
  ['23505', final],
  ['23514', final],
  ['42501', final],
  ['42P01', final],
  ['08006', trouble],
  ['25006', trouble],
  ['40001', trouble],
  ['40P01', trouble],
  ['53100', trouble],
  ['53200', trouble],
  ['53300', trouble],
  ['55P03', trouble],
  ['57014', trouble],
  ['57P01', trouble],
  ['58030', trouble],
  ['58P01', trouble],
  ['EPIPE', trouble],
  ['ECONNRESET', trouble],
  ['ETIMEDOUT', trouble],
  ['EAI_AGAIN', trouble],
  ['XX000', other],
  ['54000', other],
  ['P0001', other],
  ['ERR_INVALID_ARG_TYPE', other],
])(
  '%s: permanently refused, the whole database in trouble, or a problem of one statement that may be temporary (%s)',
  (code, kind) => {
    expect(isFinal(withCode(code))).toBe(kind === final);
    expect(isDatabaseInTrouble(withCode(code))).toBe(kind === trouble);
  },
);

test.each(['53100', '53200', '25006', '58030', '57P01', '08006', 'EPIPE'])('%s is an outage', (code) => {
  expect(isOutage(withCode(code))).toBe(true);
});

test.each(['57014', '40001', '23505', '42P01', 'P0001', 'ERR_INVALID_ARG_TYPE'])('%s is none', (code) => {
  expect(isOutage(withCode(code))).toBe(false);
});

test.each(['EPIPE', 'EPERM', '57P01', '08006', '58030', 'XX000'])(
  'after %s the outcome of a commit is unknown',
  (code) => {
    expect(isServerAnswer(withCode(code))).toBe(false);
  },
);
