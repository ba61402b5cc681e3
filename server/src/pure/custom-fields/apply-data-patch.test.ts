import { describe, expect, test } from 'vitest';
import { applyDataPatch, variablesFor } from './apply-data-patch.ts';
import { emptyObject, type JsonObject } from './json-value.ts';
import { type DataPatch, readDataPatch } from './read-data-patch.ts';

function patchOf(raw: unknown): DataPatch {
  const reading = readDataPatch(raw);
  if (!reading.ok) throw new Error('refused');
  return reading.patch;
}

type Case = [name: string, stored: JsonObject, raw: unknown, data: JsonObject, variables: JsonObject, changed: boolean];

const cases: Case[] = [
  ['nothing sent', { a: 1 }, {}, { a: 1 }, { a: 1 }, false],
  ['a new key', { a: 1 }, { b: 2 }, { a: 1, b: 2 }, { a: 1, b: 2 }, true],
  ['a new value', { a: 1 }, { a: 2 }, { a: 2 }, { a: 2 }, true],
  ['the same value', { a: 1 }, { a: 1 }, { a: 1 }, { a: 1 }, false],
  ['another type', { a: 1 }, { a: '1' }, { a: '1' }, { a: '1' }, true],
  ['false over absence', {}, { a: false }, { a: false }, { a: false }, true],
  ['"" over a value', { a: 1 }, { a: '' }, { a: 1 }, { a: 1 }, false],
  ['"" over absence', {}, { a: '' }, {}, {}, false],
  ['null over a value', { a: 1, b: 2 }, { a: null }, { b: 2 }, { b: 2 }, true],
  ['null over absence', { b: 2 }, { a: null }, { b: 2 }, { b: 2 }, false],
  ['an object over an object, whole', { a: { x: 1, y: 2 } }, { a: { x: 1 } }, { a: { x: 1 } }, { a: { x: 1 } }, true],
  [
    'the same object in another order',
    { a: { x: 1, y: [] } },
    { a: { y: [], x: 1 } },
    { a: { x: 1, y: [] } },
    { a: { x: 1, y: [] } },
    false,
  ],
  ['the same list in another order', { a: [1, 2] }, { a: [2, 1] }, { a: [2, 1] }, { a: [2, 1] }, true],
  ['a list over an object', { a: {} }, { a: [] }, { a: [] }, { a: [] }, true],
  ['an object over a list', { a: [] }, { a: {} }, { a: {} }, { a: {} }, true],
  [
    'an object with another key of the same count',
    { a: { x: 1 } },
    { a: { y: 1 } },
    { a: { y: 1 } },
    { a: { y: 1 } },
    true,
  ],
  ['a longer list', { a: [1] }, { a: [1, null] }, { a: [1, null] }, { a: [1, null] }, true],
  ['null inside, against a value', { a: [1] }, { a: [null] }, { a: [null] }, { a: [null] }, true],
  ['a variable that hides a value', { a: 1 }, { a: { value: 2, persistent: false } }, { a: 1 }, { a: 2 }, false],
  [
    'a null variable that hides a value',
    { a: 1 },
    { a: { value: null, persistent: false } },
    { a: 1 },
    { a: null },
    false,
  ],
  ['an empty variable', { a: 1 }, { a: { value: '', persistent: false } }, { a: 1 }, { a: 1 }, false],
  ['a persistent wrapper', { a: 1 }, { a: { value: 2, persistent: true } }, { a: 2 }, { a: 2 }, true],
  ['a reserved key', { a: 1 }, { email: 'x@example.org' }, { a: 1 }, { a: 1 }, false],
];

describe('applying a patch', () => {
  test.each(cases)('%s', (_name, stored, raw, data, variables, changed) => {
    const before = structuredClone(stored);

    expect(applyDataPatch(stored, patchOf(raw))).toEqual({ data, changed });
    expect(variablesFor(stored, patchOf(raw))).toEqual(variables);
    expect(stored).toEqual(before);
  });

  test('the worked example of D-212', () => {
    const stored = { plan: 'free', city: 'Bonn', tags: ['a'] };
    const patch = patchOf({
      plan: 'pro',
      city: null,
      nick: '',
      tags: ['b'],
      email: 'x@example.org',
      coupon: { value: 'X1', persistent: false },
      profile: { tier: 'gold', note: null },
    });

    const left = { plan: 'pro', tags: ['b'], profile: { tier: 'gold', note: null } };
    expect(applyDataPatch(stored, patch)).toEqual({ data: left, changed: true });
    expect(variablesFor(stored, patch)).toEqual({ ...left, coupon: 'X1' });
  });

  test('a key every object inherits counts as absent until it is stored', () => {
    const { data, changed } = applyDataPatch({}, patchOf({ toString: 'x', constructor: null }));

    expect(changed).toBe(true);
    expect(Object.entries(data)).toEqual([['toString', 'x']]);
    expect(applyDataPatch({}, patchOf({ constructor: null })).changed).toBe(false);
  });

  test('a stored key __proto__ stays data and touches no prototype', () => {
    const stored: JsonObject = JSON.parse('{ "__proto__": { "p": 1 } }');
    const key = '__proto__';
    const set = emptyObject();
    set[key] = { p: 2 };

    const kept = applyDataPatch(stored, patchOf({ a: 1 }));
    const replaced = applyDataPatch(stored, { set, remove: [], once: emptyObject() });
    const removed = applyDataPatch(stored, { set: emptyObject(), remove: [key], once: emptyObject() });

    expect(JSON.stringify(kept.data)).toBe('{"__proto__":{"p":1},"a":1}');
    expect('p' in kept.data).toBe(false);
    expect(JSON.stringify(replaced)).toBe('{"data":{"__proto__":{"p":2}},"changed":true}');
    expect(JSON.stringify(removed)).toBe('{"data":{},"changed":true}');
  });
});
