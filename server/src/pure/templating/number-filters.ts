import { asNumber } from './operators.ts';

type NumberFilter = (value: number, argument: number) => number;

/** Text where a number is needed counts as 0. */
const numberOf = (value: unknown): number => asNumber(value) ?? 0;

/** Sums of money should not show the last binary digit: `1.1 * 3` is 3.3. */
const tidy = (value: number): number => (Number.isFinite(value) ? Number(value.toPrecision(15)) : 0);

function roundTo(value: number, decimals: number): number {
  const places = Math.min(15, Math.max(-15, Math.trunc(decimals)));
  if (places === 0) return Math.round(value);
  const factor = 10 ** places;
  return Math.round(tidy(value * factor)) / factor;
}

const calculations: Readonly<Record<string, NumberFilter>> = {
  plus: (value, other) => value + other,
  minus: (value, other) => value - other,
  times: (value, other) => value * other,
  divided_by: (value, other) => (other === 0 ? 0 : value / other),
  modulo: (value, other) => (other === 0 ? 0 : value % other),
  abs: (value) => Math.abs(value),
  ceil: (value) => Math.ceil(value),
  floor: (value) => Math.floor(value),
  round: roundTo,
  at_least: (value, other) => Math.max(value, other),
  at_most: (value, other) => Math.min(value, other),
};

export const numberFilters: Readonly<Record<string, (value: unknown, argument?: unknown) => number>> =
  Object.fromEntries(
    Object.entries(calculations).map(([name, calculate]) => [
      name,
      (value: unknown, argument?: unknown) => tidy(calculate(numberOf(value), numberOf(argument))),
    ]),
  );
