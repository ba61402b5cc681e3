import { type FilterImplOptions, toValue } from 'liquidjs';
import { limits } from '#pure/limits';
import { formatDate } from './format-date.ts';
import { LimitReached } from './limit-reached.ts';
import { listFilters, size } from './list-filters.ts';
import { numberFilters } from './number-filters.ts';
import { asNumber } from './operators.ts';
import { print } from './print.ts';
import { Run } from './run.ts';
import { slice, textFilters } from './text-filters.ts';

type Work = (run: Run, value: unknown, ...args: unknown[]) => unknown;

/** Filters never fail. Each counts as a step, and one more for each item or fifty characters. */
const filter = (work: Work): FilterImplOptions =>
  function (value: unknown, ...args: unknown[]) {
    const run = this.context;
    if (!(run instanceof Run)) return value;
    const [input, ...given] = [value, ...args].map((each): unknown => toValue(each));
    run.count(1 + costOf(input));
    const result = work(run, input, ...given);
    if (typeof result === 'string' && result.length > limits.renderedTextBytes) throw new LimitReached('output');
    run.count(costOf(result));
    return result;
  };

function costOf(value: unknown): number {
  if (typeof value === 'string') return Math.floor(value.length / 50);
  return Array.isArray(value) ? value.length : 0;
}

const others: Readonly<Record<string, Work>> = {
  size: (_run, value) => size(value),
  slice: (_run, value, from, count) => slice(value, from, count),
  /** D-533: also replaces what is empty or false. */
  default: (_run, value, other) => (isEmpty(value) ? other : value),
  json: (_run, value) => JSON.stringify(value ?? null),
  date: (run, value, format, zone) => formatDate(value, format, zone, run.settings),
  /** Internal, for `limit:` and `offset:`. */
  count: (_run, value) => Math.max(0, Math.trunc(asNumber(value) ?? 0)),
};

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);

const entries: [string, FilterImplOptions][] = [
  ...Object.entries(textFilters).map(([name, work]): [string, FilterImplOptions] => [
    name,
    filter((_run, value, ...args) => work(print(value), ...args.map(print))),
  ]),
  ...Object.entries(numberFilters).map(([name, work]): [string, FilterImplOptions] => [
    name,
    filter((_run, value, argument) => work(value, argument)),
  ]),
  ...Object.entries(listFilters).map(([name, work]): [string, FilterImplOptions] => [
    name,
    filter((_run, value, ...args) => (Array.isArray(value) ? work(value, ...args) : value)),
  ]),
  ...Object.entries(others).map(([name, work]): [string, FilterImplOptions] => [name, filter(work)]),
];

/** Internal, for `(1..5)`: the reader writes it, an author cannot. Its rounds are counted, so the list itself is not. */
const range: FilterImplOptions = (from: unknown, to: unknown) => {
  const [low, high] = [from, to].map((end) => Math.trunc(asNumber(toValue(end)) ?? 0));
  const length = Math.max(0, (high ?? 0) - (low ?? 0) + 1);
  if (!(length <= limits.renderSteps)) throw new LimitReached('steps');
  return Array.from({ length }, (_, index) => (low ?? 0) + index);
};

/** `raw` is the engine's own option for "not escaped" (D-526); its output is counted all the same. */
const raw: FilterImplOptions = {
  raw: true,
  handler(value: unknown) {
    const text = print(value);
    if (this.context instanceof Run) this.context.countOutput(text.length);
    return text;
  },
};

/** The closed set (D-531) and the two internal ones that the reader writes. */
export const filters: ReadonlyMap<string, FilterImplOptions> = new Map([...entries, ['range', range], ['raw', raw]]);
