import { asNumber, isSame } from './operators.ts';
import { print } from './print.ts';
import { readChain } from './resolve.ts';

type ListFilter = (list: readonly unknown[], ...args: unknown[]) => unknown;

/** A key of an item, by the same rule as in outputs; the item itself when no key is named. */
function keyOf(item: unknown, key: unknown): unknown {
  if (key === undefined || key === null) return item;
  return typeof item === 'object' && item !== null ? readChain(item, print(key)) : undefined;
}

/** Numbers before texts, missing values last: any two values have an order, so sorting is deterministic. */
function compare(left: unknown, right: unknown): number {
  const [a, b] = [rank(left), rank(right)];
  if (a !== b) return a - b;
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  const [first, second] = [print(left), print(right)];
  return first < second ? -1 : first === second ? 0 : 1;
}

function rank(value: unknown): number {
  if (value === null || value === undefined) return 2;
  return typeof value === 'number' ? 0 : 1;
}

const lower = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : value);

/** Filters on lists; anything else passes through them unchanged. */
export const listFilters: Readonly<Record<string, ListFilter>> = {
  join: (list, separator = ' ') => list.map(print).join(print(separator)),
  first: (list) => list[0],
  last: (list) => list.at(-1),
  reverse: (list) => list.toReversed(),
  sort: (list, key) => list.toSorted((a, b) => compare(keyOf(a, key), keyOf(b, key))),
  sort_natural: (list, key) => list.toSorted((a, b) => compare(lower(keyOf(a, key)), lower(keyOf(b, key)))),
  uniq(list, key) {
    const seen = new Set<string>();
    return list.filter((item) => {
      const value = keyOf(item, key);
      const mark = `${typeof value}:${JSON.stringify(value) ?? ''}`;
      return seen.has(mark) ? false : seen.add(mark);
    });
  },
  map: (list, key) => list.map((item) => keyOf(item, key)),
  where: (list, key, target) =>
    list.filter((item) => {
      const value = keyOf(item, key);
      return target === undefined ? value !== undefined && value !== null && value !== false : isSame(value, target);
    }),
  compact: (list, key) => list.filter((item) => (keyOf(item, key) ?? null) !== null),
  concat: (list, other) => (Array.isArray(other) ? [...list, ...other] : [...list]),
  sum: (list, key) => list.reduce((total: number, item) => total + (asNumber(keyOf(item, key)) ?? 0), 0),
};

/** The number of items, characters or keys of a list, a text or an object. */
export function size(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  if (typeof value === 'string') return Array.from(value).length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}
