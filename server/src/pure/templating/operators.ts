import { type Context, Drop, defaultOperators, toValue } from 'liquidjs';
import { Run } from './run.ts';

type Operators = typeof defaultOperators;

const numeric = /^\s*[+-]?(?:\d{1,300}(?:\.\d{0,300})?|\.\d{1,300})\s*$/;

/** A number, or a text that is written like one. */
export function asNumber(value: unknown): number | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && numeric.test(value) ? Number(value) : null;
}

/** Same type and same value; lists and objects by their content. */
export function isSame(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (left === null || left === undefined) return right === null || right === undefined;
  if (typeof left !== 'object' || typeof right !== 'object' || right === null) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every((key) => Object.hasOwn(right, key) && isSame(Reflect.get(left, key), Reflect.get(right, key)));
}

/** Numbers and numeric texts by size, other texts by their characters; anything else has no order (section 2.5). */
function order(left: unknown, right: unknown): number | null {
  const [a, b] = [asNumber(left), asNumber(right)];
  if (a !== null && b !== null) return a - b;
  if (typeof left !== 'string' || typeof right !== 'string') return null;
  return left < right ? -1 : left === right ? 0 : 1;
}

const ordered =
  (holds: (order: number) => boolean) =>
  (left: unknown, right: unknown): boolean => {
    const found = order(left, right);
    return found !== null && holds(found);
  };

function contains(left: unknown, right: unknown, ctx: Context): boolean {
  if (typeof left === 'string') {
    if (ctx instanceof Run) ctx.count(Math.floor(left.length / 1_000));
    return (typeof right === 'string' || typeof right === 'number') && left.includes(String(right));
  }
  if (!Array.isArray(left)) return false;
  if (ctx instanceof Run) ctx.count(left.length);
  return left.some((item) => isSame(item, toValue(right)));
}

function same(left: unknown, right: unknown, ctx: Context): boolean {
  if (ctx instanceof Run && Array.isArray(left)) ctx.count(left.length);
  return isSame(left, right);
}

/** `empty`, `blank` and `nil` are objects of the engine that know what equals them. */
const equals: Operators[string] = (left: unknown, right: unknown, ctx: Context) =>
  left instanceof Drop || right instanceof Drop
    ? (defaultOperators['==']?.(left, right as never, ctx as never) ?? false)
    : same(left, right, ctx);

function* differs(left: unknown, right: unknown, ctx: Context): Generator<unknown, boolean, boolean> {
  return !(yield equals(left, right as never, ctx as never));
}

export const operators: Operators = {
  '==': equals,
  '!=': differs,
  '<': ordered((found) => found < 0),
  '>': ordered((found) => found > 0),
  '<=': ordered((found) => found <= 0),
  '>=': ordered((found) => found >= 0),
  contains,
  // Why: the engine's type only allows booleans; at run time any value works.
  '??': (left: unknown, right: unknown) => (toValue(left) ?? right) as boolean,
  not: defaultOperators.not ?? contains,
  and: defaultOperators.and ?? contains,
  or: defaultOperators.or ?? contains,
};
