import type { JsonValue } from '../../src/pure/custom-fields/index.ts';
import type { Random } from './random.ts';

/** A field some contact has, with a value found there. Filters drawn from hints match more often than by chance. */
export type Hint = { field: string; value: string | number | boolean };

export function hintsOf(key: string, value: JsonValue): Hint[] {
  const field = `data.${key}`;
  if (value === null) return [];
  if (typeof value !== 'object') return [{ field, value }];
  if (Array.isArray(value)) return value.flatMap((item) => (isScalar(item) ? [{ field, value: item }] : []));
  return Object.entries(value).flatMap(([step, inner]) => hintsOf(`${key}.${step}`, inner));
}

const isScalar = (value: JsonValue): value is Hint['value'] => value !== null && typeof value !== 'object';

/** The value as it is, or one that means nearly the same. */
export function vary(random: Random, value: Hint['value']): Hint['value'] {
  if (random.chance(0.3)) return value;
  if (typeof value === 'boolean') return random.pick([String(value), String(value).toUpperCase(), !value]);
  if (typeof value === 'number') return random.pick([String(value), value + 1, value - 0.5, -value]);
  const time = /^[0-9]{4}-/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isFinite(time) && random.chance(0.6)) return near(random, time);
  const letters = Array.from(value);
  const start = random.below(letters.length + 1);
  return random.pick([
    value.toLowerCase(),
    value.toUpperCase(),
    letters.slice(start, start + 1 + random.below(5)).join(''),
    letters.slice(0, start).join('').toUpperCase(),
    Number.isFinite(Number(value)) ? Number(value) : value,
  ]);
}

/** A day or an instant close to a time, in years of four digits. */
function near(random: Random, time: number): string {
  const moved = time + random.pick([0, 0, 1, -1, 100, 1_000, 86_400_000, -86_400_000]);
  if (!(moved > Date.parse('0002-01-01') && moved < Date.parse('9998-01-01'))) return '2026-03-01';
  const text = new Date(moved).toISOString();
  return random.pick([
    text,
    text.slice(0, 10),
    text.replace(/0*Z$/, '9Z'),
    text.replace('Z', '+00:00'),
    text.replace('.000', ''),
  ]);
}
