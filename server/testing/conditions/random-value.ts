import type { JsonObject, JsonValue } from '../../src/pure/custom-fields/index.ts';
import type { Random } from './random.ts';

/** Keys a contact may have, and the steps of nested ones. */
// biome-ignore format: a list to be read at a glance
export const keys = [
  'plan', 'age', 'when', 'tags', 'a', 'b', 'a.b', 'a.b.c', '0', '1', 'first name', 'x y.z', 'ключ', 'İd', 'K', '"',
  "o'k", '\\', '$', '$.a', '*', '{}', '[0]', '%s', '__proto__', 'constructor', 'project_id',
  'id; drop table contacts', '.', '..', ' ', 'a..b', 'data.a', 'event.a', 'ß', '\u2028', '\ufffd', 'é', 'e\u0301',
  '😀', '+1', '-1', ' 0', '1.5',
];

// biome-ignore format: a list to be read at a glance
const words = [
  'pro', 'Pro', 'PRO', 'free', 'İstanbul', 'istanbul', 'i̇stanbul', 'ΟΔΟΣ', 'οδος', 'οδοσας', 'straße', 'STRASSE',
  'ẞ', 'Kelvin', 'kelvin', '\u212aelvin', '\u212b', 'Ångström', 'Ω', 'ω', 'Москва', 'МОСКВА', 'ǅ', 'ǆ', 'ﬁ', 'e\u0301', 'é',
  '😀', 'a😀b', ' ', '', '\n', '\t', '"', '\\', "it's", '%', '_', 'a%b', 'null', '[]', '{}', '[1, 2]',
  '["red", "Blue"]', '{"a": 1}', '"quoted"', 'red', 'Blue', 'blue', ', ', ']', ':', '\u0001', '\u001f', '\u007f',
  '\u2028', '\ufffd', 'x'.repeat(300), 'Ꭰ', 'ꭰ', 'Ა', 'ა',
];

// biome-ignore format: a list to be read at a glance
const numericTexts = [
  '42', '42.0', '042', '-42', '+42', '0', '-0', '0.0', '00', '1e3', '1000', '999999999999999', '9999999999999999',
  '0.1', '0.10', '.5', '5.', '1.5', '-1.5', '0.000000000000001', '0.0000000000000001', '42.000000000000003',
  '41.999999999999999', '30', '30.5', '123456789012345.123456789012345', '-', ' 42', '42 ', 'NaN', 'Infinity', '١٢',
];

// biome-ignore format: a list to be read at a glance
const times = [
  '2026-03-01', '2026-02-28', '2026-03-02', '2024-02-29', '2026-02-29', '2000-02-29', '1900-02-29', '0000-01-01',
  '0001-01-01', '9999-12-31', '2026-13-01', '2026-04-31', '2026-03-01T10:00:00Z', '2026-03-01T10:00:00.000Z',
  '2026-03-01T10:00:00.0004Z', '2026-03-01T10:00:00.9999Z', '2026-03-01T12:00:00+02:00',
  '2026-03-01T23:30:00-02:00', '2026-03-01T00:00:00Z', '2026-03-01T00:00:00.000Z', '2026-03-02T00:00:00+00:00',
  '2026-02-28T23:59:59.999Z', '2026-03-01T24:00:00Z', '2026-03-01T23:59:60Z', '2026-03-01T10:00:00',
  '2026-03-01t10:00:00z', '2026-03-01T10:00:00.', '2026-03-01T10:00:00.Z', '2026-03-01T10:00:00Z123Z',
  '2026-03-01T10:00:00+23:59', '2026-03-01T10:00:00-23:59', '2026-03-01T10:00:00+24:00', '2026-02-29T10:00:00Z',
  '2024-02-29T23:59:59-14:00', '0001-01-01T00:00:00+10:00', '9999-12-31T23:59:59.999-10:00', '2026-3-1',
  ' 2026-03-01', '2026-03-01 ', '2026-03-01\n', '20260301', '2026-03-01 10:00:00Z', '1969-12-31T23:59:59.5Z',
  '2026-03-01T10:00:00.1Z', '2026-03-01T10:00:00.123456789+05:30', '2100-06-01T00:00:00.000Z',
  '1850-06-01T00:00:00Z',
];

const booleans = ['true', 'false', 'TRUE', 'False', 'tRuE', 'truе', ' true', 'yes'];

// biome-ignore format: a list to be read at a glance
const numbers = [
  0, 1, -1, 42, 42.5, -42, 30, 30.5, 0.1, 0.30000000000000004, 1 / 3, 1e15, 999999999999999, 1e21, 1e300, -1e300,
  5e-324, 1e-7, 9007199254740992, 1.7976931348623157e308, Number('123456789012345.12'), 42.00000000000001, 2026, 1000,
  0.000000000000001,
];

/** The current time of a random world. */
export const presentTime = Date.parse('2026-03-01T12:00:00.000Z');

const distances = [0, 1, 999, 60_000, 3_600_000, 86_400_000, 2_592_000_000, 31_536_000_000];

/** A whole millisecond at or close to a round distance from the current time. */
export const randomTime = (random: Random): number =>
  presentTime +
  (random.chance(0.8) ? -1 : 1) * random.pick(distances) * random.pick([1, 1, 2, 7]) +
  random.below(3) -
  1;

export function randomText(random: Random): string {
  const list = random.pick([words, words, numericTexts, times, booleans]);
  if (random.chance(0.1)) return new Date(randomTime(random)).toISOString();
  return random.chance(0.08) ? random.pick(list) + random.pick(list) : random.pick(list);
}

export function randomScalar(random: Random): string | number | boolean {
  if (random.chance(0.25)) return random.pick(numbers);
  return random.chance(0.08) ? random.chance(0.5) : randomText(random);
}

export function randomJson(random: Random, depth = 0): JsonValue {
  if (random.chance(0.06)) return null;
  if (depth > 3 || random.chance(0.65)) return randomScalar(random);
  if (random.chance(0.45)) return random.list(3, () => randomJson(random, depth + 1));
  return randomObject(random, 3, depth + 1);
}

/** Without a prototype, so that every key is a key. */
export function randomObject(random: Random, max: number, depth: number): JsonObject {
  const object: JsonObject = Object.create(null);
  for (const key of random.list(max, () => random.pick(depth === 0 ? keys : ['a', 'b', 'c', '0', 'z', '__proto__']))) {
    object[key] = randomJson(random, depth);
  }
  return object;
}
