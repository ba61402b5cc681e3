import { expect, test } from 'vitest';
import { customFieldName, parseFieldName, standardFields } from './field-name.ts';

const cases: [name: string, parsed: ReturnType<typeof parseFieldName>][] = [
  ['email', { kind: 'standard', field: 'email', type: 'string' }],
  ['subscribed', { kind: 'standard', field: 'subscribed', type: 'boolean' }],
  ['createdAt', { kind: 'standard', field: 'createdAt', type: 'date' }],
  ['updatedAt', { kind: 'standard', field: 'updatedAt', type: 'date' }],
  ['plan', { kind: 'custom', key: 'plan' }],
  ['data.plan', { kind: 'custom', key: 'plan' }],
  ['data.email', { kind: 'custom', key: 'email' }],
  ['data.subscribed', { kind: 'custom', key: 'subscribed' }],
  ['Email', { kind: 'custom', key: 'Email' }],
  ['id', { kind: 'custom', key: 'id' }],
  ['data', { kind: 'custom', key: 'data' }],
  ['data.', { kind: 'custom', key: '' }],
  ['data.data.plan', { kind: 'custom', key: 'data.plan' }],
  ['Data.plan', { kind: 'custom', key: 'Data.plan' }],
  ['first name', { kind: 'custom', key: 'first name' }],
  ['a/b', { kind: 'custom', key: 'a/b' }],
  ['profile.tier', { kind: 'custom', key: 'profile.tier' }],
  ['constructor', { kind: 'custom', key: 'constructor' }],
];

test.each(cases)('%j names %j (D-219)', (name, parsed) => {
  expect(parseFieldName(name)).toEqual(parsed);
});

test('the name of every custom field leads back to its key', () => {
  for (const key of ['plan', 'email', 'data.plan', 'subscribed', 'a b']) {
    expect(parseFieldName(customFieldName(key))).toEqual({ kind: 'custom', key });
  }
});

test('the standard fields come in the order of a listing', () => {
  expect(standardFields.map(({ field }) => field)).toEqual(['email', 'subscribed', 'createdAt', 'updatedAt']);
});
