import { expect, test } from 'vitest';
import { readHeader } from './read-header.ts';

const columnsOf = (text: string): string[] => {
  const reading = readHeader(text);
  if (!reading.ok) throw new Error(reading.problem.message);
  return reading.header.columns.map((column) => (column.kind === 'data' ? `data.${column.key}` : column.kind));
};

test.each([
  ['email,plan', ',', ['email', 'data.plan']],
  ['email;plan', ';', ['email', 'data.plan']],
  ['email\tplan', '\t', ['email', 'data.plan']],
  ['email', ',', ['email']],
  ['email;a,b', ',', undefined],
  ['"a,b";email', ';', ['data.a,b', 'email']],
  ['\r\n \nemail;x', ';', ['email', 'data.x']],
])('the header %j is delimited by %j (D-229)', (text, delimiter, columns) => {
  const reading = readHeader(text);
  if (columns === undefined) expect(reading).toMatchObject({ ok: false });
  else {
    expect(reading).toMatchObject({ ok: true, header: { delimiter } });
    expect(columnsOf(text)).toEqual(columns);
  }
});

test.each([
  ['an address without regard to case and space', ' EMail ,x', ['email', 'data.x']],
  ['keys with spaces and case kept', 'email, First Name ', ['email', 'data.First Name']],
  ['a leading data.', 'email,data.plan', ['email', 'data.plan']],
  ['only one data.', 'email,data.data.plan', ['email', 'data.data.plan']],
  ['empty headers', 'email,, ,data.', ['email', 'ignored', 'ignored', 'ignored']],
  ['what an export adds', 'id,email,createdAt,updatedAt', ['ignored', 'email', 'ignored', 'ignored']],
  ['reserved keys', 'email,unsubscribeUrl,data.id,postrider_id', ['email', 'ignored', 'ignored', 'ignored']],
  ['subscribed', 'email,subscribed', ['email', 'subscribed']],
  ['keys that only look like it', 'email,Subscribed,data.subscribed', ['email', 'data.Subscribed', 'data.subscribed']],
  ['a key named like an instant', 'email,data.createdAt', ['email', 'data.createdAt']],
  ['__proto__ and constructor', 'email,__proto__,constructor', ['email', 'ignored', 'data.constructor']],
])('reads %s (D-229, D-230)', (_name, text, columns) => {
  expect(columnsOf(text)).toEqual(columns);
});

test.each([
  ['no email column', 'plan,city', 'custom', 'The file has no column named email.'],
  ['nothing at all', '\n\n', 'custom', 'The file has no column named email.'],
  ['two email columns', 'email,EMAIL', 'custom', 'Two columns have the key "email".'],
  ['one key twice', 'email,plan,data.plan', 'custom', 'Two columns have the key "plan".'],
  ['a control character', 'email,a\0b', 'custom', '"a\uFFFDb" cannot be a field'],
  ['a long name', `email,${'x'.repeat(129)}`, 'custom', `"${'x'.repeat(60)}" cannot be a field`],
  ['201 columns', `email,${'a,'.repeat(199)}b`, 'too_big', 'A file has at most 200 columns.'],
  ['a header without an end', `email,"${'\n'.repeat(200_000)}`, 'custom', 'The header line is too long.'],
  ['a header behind many blank lines', `${'\n'.repeat(200_000)}email`, 'custom', 'no column named email'],
  ['a long header', `email,${' '.repeat(200_000)}\n`, 'custom', 'The header line is too long.'],
])('refuses %s (D-228)', (_name, text, code, message) => {
  expect(readHeader(text)).toEqual({ ok: false, problem: { code, message: expect.stringContaining(message) } });
});

test('200 columns are fine, and ignored ones may repeat', () => {
  expect(columnsOf(`email,${'id,'.repeat(198)}id`)).toHaveLength(200);
});

test('rows begin behind the header', () => {
  const reading = readHeader('\n"email\n",x\r\na@b.example,1');

  expect(reading).toMatchObject({ ok: true, header: { cells: ['email\n', 'x'], next: { line: 4, index: 13 } } });
});
