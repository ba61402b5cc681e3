import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyDataPatch, variablesFor } from './apply-data-patch.ts';
import { isDataKey } from './data-key.ts';
import { fieldChanges } from './field-change.ts';
import type { JsonObject } from './json-value.ts';
import { type DataPatch, readDataPatch } from './read-data-patch.ts';
import { isReservedKey } from './reserved-keys.ts';

const reserved = ['id', 'postrider_id', 'postrider_email', 'email', 'unsubscribeUrl', 'subscribeUrl', 'manageUrl'];
const inherited = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype'];
const name = fc.constantFrom('a', 'b', 'c d', 'plan', '1', 'value', 'persistent', ...reserved, ...inherited);
const anyKey = fc.oneof(
  name,
  name.map((key) => ` ${key}\t`),
  fc.string({ unit: 'binary', maxLength: 6 }),
);
const scalar = fc.oneof(
  fc.constantFrom<unknown>(null, '', ' ', 0, -0, 1, true, false, '\ud800', 'x'),
  fc.string({ unit: 'grapheme', maxLength: 5 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(anyKey, tie('value')), { maxLength: 3 }).map(asJsonParseWould),
    fc.record({ value: tie('value'), persistent: fc.boolean() }),
  ),
}));
const anyData = fc.array(fc.tuple(anyKey, anyValue), { maxLength: 8 }).map(asJsonParseWould);

/** With own `__proto__` keys, as JSON.parse creates them. */
function asJsonParseWould(entries: [string, unknown][]): Record<string, unknown> {
  const object = {};
  for (const [key, value] of entries) {
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  }
  return object;
}

const anyPatch = anyData.map(readDataPatch).filter((reading) => reading.ok);
const anyStored = anyPatch.map(({ patch }) => applyDataPatch({}, patch).data);

const keysOf = (patch: DataPatch) => [...Object.keys(patch.set), ...patch.remove, ...Object.keys(patch.once)];
const text = (value: unknown) => JSON.stringify(value);
const runs = { numRuns: 2_000 };

describe('whatever is sent as data', () => {
  test('is read the same way after a round trip through JSON', () => {
    fc.assert(
      fc.property(anyData, (raw) => {
        expect(text(readDataPatch(JSON.parse(text(raw))))).toBe(text(readDataPatch(raw)));
      }),
      runs,
    );
  });

  test('never puts a reserved key, an invalid key or a prototype into the patch', () => {
    fc.assert(
      fc.property(anyPatch, ({ patch }) => {
        for (const key of keysOf(patch)) {
          expect(reserved).not.toContain(key);
          expect(isReservedKey(key)).toBe(false);
          expect(isDataKey(key)).toBe(true);
        }
        expect(text(patch)).not.toContain('"__proto__"');
        expect(Object.getPrototypeOf(patch.set)).toBeNull();
        expect(Object.getPrototypeOf(patch.once)).toBeNull();
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
      runs,
    );
  });

  test('puts each key in one of the three lists at most, and no empty value among the stored ones', () => {
    fc.assert(
      fc.property(anyPatch, ({ patch }) => {
        expect(new Set(keysOf(patch)).size).toBe(keysOf(patch).length);
        for (const value of Object.values(patch.set)) expect([null, '']).not.toContain(value);
      }),
      runs,
    );
  });

  test('holds only text the database can hold', () => {
    fc.assert(
      fc.property(anyPatch, ({ patch }) => {
        expect(text(patch).isWellFormed()).toBe(true);
        expect(text(patch)).not.toMatch(/(?<!\\)(?:\\\\)*\\(?:u0000|ud[89a-f])/);
      }),
      runs,
    );
  });

  test('applied twice leaves what it leaves applied once', () => {
    fc.assert(
      fc.property(anyStored, anyPatch, (stored, { patch }) => {
        const once = applyDataPatch(stored, patch);
        const twice = applyDataPatch(once.data, patch);

        expect(twice.changed).toBe(false);
        expect(twice.data).toEqual(once.data);
        expect(variablesFor(once.data, patch)).toEqual(variablesFor(stored, patch));
      }),
      runs,
    );
  });

  test('changes only the keys it names', () => {
    fc.assert(
      fc.property(anyStored, anyPatch, (stored, { patch }) => {
        const { data, changed } = applyDataPatch(stored, patch);
        const named = new Set(keysOf(patch));

        expect(withoutKeys(data, named)).toEqual(withoutKeys(stored, named));
        expect(fieldChanges(stored, data).length > 0).toBe(changed);
      }),
      runs,
    );
  });
});

function withoutKeys(object: JsonObject, keys: ReadonlySet<string>): [string, unknown][] {
  return Object.entries(object).filter(([key]) => !keys.has(key));
}
