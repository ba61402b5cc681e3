import { describe, expect, test } from 'vitest';
import type { JsonObject } from './json-value.ts';
import { readDataPatch } from './read-data-patch.ts';

type Expected = { set?: JsonObject; remove?: string[]; once?: JsonObject };

const patchOf = ({ set = {}, remove = [], once = {} }: Expected) => ({
  ok: true,
  patch: { set, remove, once },
});
const nested = (levels: number): JsonObject => (levels === 1 ? { a: 1 } : { a: nested(levels - 1) });

const readable: [name: string, raw: unknown, expected: Expected][] = [
  ['missing data as no change', undefined, {}],
  ['null data as no change', null, {}],
  ['an empty object as no change', {}, {}],
  ['text, numbers and booleans as values', { a: 'x', b: 1.5, c: false }, { set: { a: 'x', b: 1.5, c: false } }],
  ['zero as a value', { a: 0 }, { set: { a: 0 } }],
  ['minus zero as zero', { a: -0 }, { set: { a: 0 } }],
  ['an empty string as nothing', { a: '' }, {}],
  ['white space as text', { a: '  ' }, { set: { a: '  ' } }],
  ['null as a deletion', { a: null, b: 1 }, { set: { b: 1 }, remove: ['a'] }],
  ['an object whole, with null and "" inside', { a: { b: null, c: '' } }, { set: { a: { b: null, c: '' } } }],
  ['empty objects and lists as values', { a: {}, b: [] }, { set: { a: {}, b: [] } }],
  ['a list whole, with null and "" inside', { a: [null, '', [1]] }, { set: { a: [null, '', [1]] } }],
  ['persistent: false as a variable', { a: { value: 'x', persistent: false } }, { once: { a: 'x' } }],
  ['persistent: false with an object', { a: { value: { b: 1 }, persistent: false } }, { once: { a: { b: 1 } } }],
  ['persistent: false with null as a null variable', { a: { value: null, persistent: false } }, { once: { a: null } }],
  ['persistent: false with "" as nothing', { a: { value: '', persistent: false } }, {}],
  ['persistent: true as the value itself', { a: { value: 'x', persistent: true } }, { set: { a: 'x' } }],
  ['persistent: true with null as a deletion', { a: { value: null, persistent: true } }, { remove: ['a'] }],
  ['persistent: true with "" as nothing', { a: { value: '', persistent: true } }, {}],
  ['a lone value key as an object', { a: { value: 1 } }, { set: { a: { value: 1 } } }],
  ['a lone persistent key as an object', { a: { persistent: false } }, { set: { a: { persistent: false } } }],
  [
    'persistent that is no boolean as an object',
    { a: { value: 1, persistent: 'no' } },
    { set: { a: { value: 1, persistent: 'no' } } },
  ],
  [
    'a third key as an object',
    { a: { value: 1, persistent: false, unit: 'kg' } },
    { set: { a: { value: 1, persistent: false, unit: 'kg' } } },
  ],
  [
    'persistent beside another key as an object',
    { a: { persistent: false, unit: 'kg' } },
    { set: { a: { persistent: false, unit: 'kg' } } },
  ],
  [
    'a wrapper below the top level as an object',
    { a: { b: { value: 1, persistent: false } } },
    { set: { a: { b: { value: 1, persistent: false } } } },
  ],
  [
    'a wrapper inside a wrapper as an object',
    { a: { value: { value: 1, persistent: false }, persistent: true } },
    { set: { a: { value: 1, persistent: false } } },
  ],
  [
    'reserved keys as nothing, whatever their value',
    {
      id: 1,
      postrider_id: null,
      postrider_email: 'x',
      email: { value: 1, persistent: false },
      unsubscribeUrl: '\0',
      subscribeUrl: nested(20),
      manageUrl: Number.POSITIVE_INFINITY,
    },
    {},
  ],
  ['a reserved key with white space around it as nothing', { ' email ': 'x' }, {}],
  [
    'reserved names in other case or deeper as ordinary keys',
    { Email: 'x', ID: 1, profile: { email: 'y' } },
    { set: { Email: 'x', ID: 1, profile: { email: 'y' } } },
  ],
  [
    'subscribed, createdAt and updatedAt as ordinary keys',
    { subscribed: false, createdAt: 'x', updatedAt: 1 },
    { set: { subscribed: false, createdAt: 'x', updatedAt: 1 } },
  ],
  ['locale as an ordinary key', { locale: 'de', b: 1 }, { set: { locale: 'de', b: 1 } }],
  ['a key with spaces and dots inside', { 'first name': 'Ada', 'a.b': 1 }, { set: { 'first name': 'Ada', 'a.b': 1 } }],
  ['a key with white space around it trimmed', { ' \t plan\u00a0\n': 'pro' }, { set: { plan: 'pro' } }],
  [
    'the last of two keys equal once trimmed',
    { 'a ': 1, a: 2, ' a': { value: 3, persistent: false } },
    { once: { a: 3 } },
  ],
  ['only the last of two such keys, be the first wrong', { 'a ': '\0', a: 2 }, { set: { a: 2 } }],
  ['a nested key as it is', { a: { ' b ': 1, '': 2, '\t': 3 } }, { set: { a: { ' b ': 1, '': 2, '\t': 3 } } }],
  ['control characters other than NUL in text', { a: 'x\r\n\u0001' }, { set: { a: 'x\r\n\u0001' } }],
  ['lone surrogates as U+FFFD', { 'k\ud800': ['\udc00x'] }, { set: { 'k\ufffd': ['\ufffdx'] } }],
  ['lone surrogates in nested keys as U+FFFD', { a: { '\ud800': 1 } }, { set: { a: { '\ufffd': 1 } } }],
  ['a key of 128 characters outside the basic plane', { ['😀'.repeat(128)]: 1 }, { set: { ['😀'.repeat(128)]: 1 } }],
  ['ten levels, data being the first', nested(10), { set: nested(10) }],
  ['a wrapper as no level of its own', { a: { value: nested(9), persistent: false } }, { once: nested(10) }],
];

const at = (path: string[], code: string) => ({ path, code, message: expect.stringMatching(/^[A-Z].+\.$/) });

const unreadable: [name: string, raw: unknown, problems: unknown[]][] = [
  ['a list', [], [at([], 'invalid_type')]],
  ['text', 'x', [at([], 'invalid_type')]],
  ['a number', 0, [at([], 'invalid_type')]],
  ['a boolean', false, [at([], 'invalid_type')]],
  ['an empty key', { '': 1 }, [at([''], 'invalid_string')]],
  ['a key of white space', { ' \t': 1 }, [at([''], 'invalid_string')]],
  ['a key of 129 characters', { ['k'.repeat(129)]: 1 }, [at(['k'.repeat(128)], 'invalid_string')]],
  ['a key with a line break inside', { 'a\nb': 1 }, [at(['a\nb'], 'invalid_string')]],
  ['a key with NUL', { 'a\0': 1 }, [at(['a\0'], 'invalid_string')]],
  ['a key with a C1 control', { 'a\u0085': 1 }, [at(['a\u0085'], 'invalid_string')]],
  ['a bad key even when its value would be ignored', { 'a\nb': '' }, [at(['a\nb'], 'invalid_string')]],
  ['NUL in text', { a: 'x\0' }, [at(['a'], 'invalid_string')]],
  ['NUL in nested text', { a: { b: ['x', '\0'] } }, [at(['a', 'b', '1'], 'invalid_string')]],
  ['NUL in a nested key', { a: { 'b\0': 1 } }, [at(['a', 'b\0'], 'invalid_string')]],
  ['NUL inside a wrapper', { a: { value: '\0', persistent: false } }, [at(['a', 'value'], 'invalid_string')]],
  ['an endless number', { a: [Number.POSITIVE_INFINITY] }, [at(['a', '0'], 'invalid_type')]],
  ['a number that is none', { a: Number.NaN }, [at(['a'], 'invalid_type')]],
  ['a value JSON does not have', { a: undefined, b: 1n }, [at(['a'], 'invalid_type'), at(['b'], 'invalid_type')]],
  ['an instance of a class', { a: new Date(0) }, [at(['a'], 'invalid_type')]],
  ['eleven levels', { a: nested(10), b: nested(10) }, [at([], 'too_big')]],
  ['a thousand levels', { a: nested(1_000) }, [at([], 'too_big')]],
  [
    'several faults at once',
    { a: '\0', '\n b\n\n c': 1 },
    [at(['a'], 'invalid_string'), at(['b\n\n c'], 'invalid_string')],
  ],
];

const keys = (count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, value]));

describe('reading the data of a request', () => {
  test.each(readable)('takes %s', (_name, raw, expected) => {
    expect(readDataPatch(raw)).toEqual(patchOf(expected));
  });

  test.each(unreadable)('refuses %s', (_name, raw, problems) => {
    expect(readDataPatch(raw)).toEqual({ ok: false, problems });
  });

  test('takes 500 keys and refuses 501 at data itself', () => {
    expect(readDataPatch(keys(500, 1))).toMatchObject({ ok: true });
    expect(readDataPatch(keys(501, 1))).toEqual({ ok: false, problems: [at([], 'too_big')] });
    expect(readDataPatch(keys(501, { value: 1, persistent: false }))).toEqual({
      ok: false,
      problems: [at([], 'too_big')],
    });
  });

  test('counts neither deletions nor ignored keys', () => {
    expect(readDataPatch({ ...keys(600, null), a: 1 })).toMatchObject({ ok: true });
    expect(readDataPatch({ ...keys(600, ''), a: 1 })).toMatchObject({ ok: true });
  });

  test('takes 65,536 bytes and refuses one more', () => {
    const frame = JSON.stringify({ a: '' }).length;
    const text = 'ü'.repeat((65_536 - frame) / 2);

    expect(readDataPatch({ a: text })).toMatchObject({ ok: true });
    expect(readDataPatch({ a: `${text}x` })).toEqual({ ok: false, problems: [at([], 'too_big')] });
    expect(readDataPatch({ a: { value: `${text}x`, persistent: false } })).toMatchObject({ ok: false });
  });

  test('lists at most 50 problems', () => {
    const reading = readDataPatch(keys(80, '\0'));

    expect(reading.ok || reading.problems.length).toBe(50);
  });

  test('keeps the order in which keys were sent', () => {
    const reading = readDataPatch({ c: 1, z: null, a: 2, y: null, b: { value: 3, persistent: true } });

    expect(reading.ok && Object.keys(reading.patch.set)).toEqual(['c', 'a', 'b']);
    expect(reading.ok && reading.patch.remove).toEqual(['z', 'y']);
  });

  test('does not share objects with the request', () => {
    const raw = { a: { b: [1] } };
    const reading = readDataPatch(raw);
    raw.a.b.push(2);

    expect(reading).toEqual(patchOf({ set: { a: { b: [1] } } }));
  });
});

describe('keys that JavaScript objects inherit', () => {
  test('constructor and toString are ordinary keys', () => {
    const reading = readDataPatch({
      constructor: 'x',
      toString: null,
      hasOwnProperty: { value: 1, persistent: false },
    });
    if (!reading.ok) throw new Error('refused');

    expect(Object.entries(reading.patch.set)).toEqual([['constructor', 'x']]);
    expect(reading.patch.remove).toEqual(['toString']);
    expect(Object.entries(reading.patch.once)).toEqual([['hasOwnProperty', 1]]);
  });

  test('__proto__ is dropped at every level and never touches a prototype', () => {
    const reading = readDataPatch(
      JSON.parse('{ "__proto__": { "p": 1 }, " __proto__ ": { "p": 1 }, "a": { "__proto__": { "p": 1 }, "b": 1 } }'),
    );
    if (!reading.ok) throw new Error('refused');

    expect(JSON.stringify(reading.patch)).toBe('{"set":{"a":{"b":1}},"remove":[],"once":{}}');
    expect('p' in reading.patch.set).toBe(false);
    expect('p' in Object(reading.patch.set.a)).toBe(false);
    expect('p' in {}).toBe(false);
  });

  test('the objects of a patch have no prototype', () => {
    const reading = readDataPatch({ a: { b: {} } });
    if (!reading.ok) throw new Error('refused');

    expect(Object.getPrototypeOf(reading.patch.set)).toBeNull();
    expect(Object.getPrototypeOf(reading.patch.once)).toBeNull();
    expect(Object.getPrototypeOf(reading.patch.set.a)).toBeNull();
  });
});
