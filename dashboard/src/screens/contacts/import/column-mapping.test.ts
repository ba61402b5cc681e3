import { describe, expect, test } from 'vitest';
import { keyProblem } from '../reserved-keys.ts';
import {
  columnsOf,
  guessTargets,
  headerName,
  type KnownField,
  looksLikeNames,
  mappingProblems,
} from './column-mapping.ts';
import { isOdd, noteOn } from './column-notes.ts';

const fields: KnownField[] = [
  { key: 'first name', type: 'string', count: 80 },
  { key: 'zone', type: 'number', count: 100 },
  { key: 'renews_at', type: 'date', count: 10 },
];

describe('what the columns of a file become', () => {
  test('names are matched to the address and to known fields, whatever their spelling', () => {
    const columns = columnsOf(
      [['E-mail', 'First Name', 'Zone', 'Customer no.', 'subscribed', 'id', 'createdAt', '']],
      true,
    );

    expect(guessTargets(columns, fields)).toEqual([
      { kind: 'email' },
      { kind: 'field', key: 'first name' },
      { kind: 'field', key: 'zone' },
      { kind: 'field', key: 'Customer no.' },
      { kind: 'subscribed' },
      { kind: 'out' },
      { kind: 'out' },
      { kind: 'out' },
    ]);
  });

  test('without a name that tells, the column with addresses is the address', () => {
    const columns = columnsOf(
      [
        ['who', 'where'],
        ['Ada', 'ada@example.org'],
        ['Bo', 'bo@example.org'],
      ],
      true,
    );

    expect(guessTargets(columns, fields)[1]).toEqual({ kind: 'email' });
  });

  test('the second of two columns with the same key is left out', () => {
    const columns = columnsOf([['email', 'Zone', 'zone']], true);

    expect(guessTargets(columns, fields)).toEqual([{ kind: 'email' }, { kind: 'field', key: 'zone' }, { kind: 'out' }]);
  });

  test('a first row with an address holds no names', () => {
    expect(looksLikeNames(['ada@example.org', 'Ada'])).toBe(false);
    expect(looksLikeNames(['email', 'name'])).toBe(true);
  });

  test.each([
    [{ kind: 'email' }, 'email'],
    [{ kind: 'subscribed' }, 'subscribed'],
    [{ kind: 'out' }, ''],
    [{ kind: 'field', key: 'first name' }, 'first name'],
    [{ kind: 'field', key: 'Email' }, 'data.Email'],
    [{ kind: 'field', key: 'subscribed' }, 'data.subscribed'],
    [{ kind: 'field', key: 'data.plan' }, 'data.data.plan'],
  ] as const)('%j is uploaded as %j', (target, name) => {
    expect(headerName(target)).toBe(name);
  });

  test('says what keeps a mapping from being imported', () => {
    const zone = { kind: 'field', key: 'zone' } as const;

    expect(mappingProblems([{ kind: 'email' }, zone])).toEqual([]);
    expect(mappingProblems([zone, zone])).toEqual([
      'No column becomes the address. Choose which one holds it.',
      'Two columns become zone. Leave one of them out.',
    ]);
    expect(mappingProblems([{ kind: 'email' }, { kind: 'email' }])).toHaveLength(1);
  });

  test('reserved names are named', () => {
    expect(keyProblem('id')).toBe('id is reserved: its values would vanish without an error.');
    expect(keyProblem('plan')).toBeNull();
  });
});

describe('what is said about a column', () => {
  const column = (samples: string[]) => ({ index: 0, name: 'x', samples });

  test('cells that do not fit the type of their field', () => {
    const note = noteOn(column(['7', '', '12 m²']), { kind: 'field', key: 'zone' }, fields[1], 100);

    expect(note).toEqual({ level: 'warn', message: '1 of 3 are stored as text; the field is a number' });
  });

  test('days without a time', () => {
    const note = noteOn(column(['2027-03-04']), { kind: 'field', key: 'renews_at' }, fields[2], 100);

    expect(note?.message).toBe('No time of day: “within the last” will not match');
  });

  test('contacts without the field, and fields that are new', () => {
    expect(noteOn(column(['Ada']), { kind: 'field', key: 'first name' }, fields[0], 100)?.message).toBe(
      '20 of your contacts have none yet',
    );
    expect(noteOn(column(['x']), { kind: 'field', key: 'new' }, undefined, 100)?.message).toBe('A new field');
  });

  test.each([
    ['ada@example.org', { kind: 'email' }, false],
    ['', { kind: 'email' }, true],
    ['ja', { kind: 'subscribed' }, true],
    ['YES', { kind: 'subscribed' }, false],
    ['', { kind: 'subscribed' }, false],
  ] as const)('%j for %j is odd: %s', (cell, target, isIt) => {
    expect(isOdd(cell, target, undefined)).toBe(isIt);
  });
});
