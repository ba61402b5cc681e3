import { isId } from '../../api/find.ts';
import type { LogQuery } from '../../api/logs.ts';
import { oneOf, text } from '../../navigation/url-state.ts';
import type { Filter, FilterValues } from '../../widgets/data-list/filter.ts';

const hour = 3_600_000;
const periods = { '15m': hour / 4, '1h': hour, '24h': 24 * hour, '7d': 7 * 24 * hour } as const;
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** What the URL of the list holds; the opened call is part of the path. */
export const logListShape = {
  path: text(),
  request: text(40),
  within: oneOf(['', ...Object.keys(periods)] as ('' | keyof typeof periods)[], ''), // the keys of this very object
  status: text(3),
  method: oneOf(['', ...methods], ''),
};

/** Not the request: the search box shows it. */
const filterKeys = ['within', 'status', 'method'] as const;
type FilterKey = (typeof filterKeys)[number];

export type LogListState = { readonly [Key in FilterKey | 'path' | 'request']: (typeof logListShape)[Key]['initial'] };

const statusPattern = /^[1-5](\d\d|xx)$/;

export const filterValues = (state: LogListState): FilterValues =>
  Object.fromEntries(filterKeys.flatMap((key) => (state[key] === '' ? [] : [[key, state[key]]])));

export const filterChange = (values: FilterValues): Record<FilterKey, string> =>
  Object.fromEntries(filterKeys.map((key) => [key, values[key] ?? ''])) as Record<FilterKey, string>; // one for each key

/** An id finds the call that has it; everything else is the beginning of a path. */
export function searchChange(typed: string): { readonly path: string; readonly request: string } {
  const wanted = typed.trim();
  if (isId(wanted)) return { path: '', request: wanted.toLowerCase() };
  return { path: wanted === '' || wanted.startsWith('/') ? wanted : `/${wanted}`, request: '' };
}

/** `now` is the moment the period was chosen: a bound that moves would make every read a new list. */
export function logQuery({ path, request, within, status, method }: LogListState, now: number): LogQuery {
  return {
    ...(path && { path }),
    ...(request && { requestId: request }),
    ...(statusPattern.test(status) && { status }),
    ...(method && { method }),
    ...(within && { startDate: new Date(now - periods[within]).toISOString() }),
  };
}

export const logFilters: readonly Filter[] = [
  {
    key: 'within',
    name: 'Called',
    verb: 'within',
    kind: 'choice',
    options: [
      { value: '15m', label: '15 minutes' },
      { value: '1h', label: '1 hour' },
      { value: '24h', label: '24 hours' },
      { value: '7d', label: '7 days' },
    ],
  },
  {
    key: 'status',
    name: 'Status',
    verb: 'is',
    kind: 'choice',
    options: [
      { value: '2xx', label: '2xx, done' },
      { value: '4xx', label: '4xx, refused' },
      { value: '5xx', label: '5xx, failed' },
      ...['401', '403', '404', '409', '422', '429'].map((value) => ({ value, label: value })),
    ],
  },
  {
    key: 'method',
    name: 'Method',
    verb: 'is',
    kind: 'choice',
    options: methods.map((value) => ({ value, label: value })),
  },
];
