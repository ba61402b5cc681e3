import { expect, test } from 'vitest';
import { readUrlState } from '../../navigation/url-state.ts';
import { filterChange, filterValues, logFilters, logListShape, logQuery, searchChange } from './log-filters.ts';

const now = Date.parse('2026-11-12T12:00:00.000Z');
const id = '0197f3a2-1111-7111-8111-0123456777c0';

test('a pasted id finds its call, other text is the beginning of a path', () => {
  expect(searchChange(` ${id.toUpperCase()} `)).toEqual({ path: '', request: id });
  expect(searchChange('v1/send')).toEqual({ path: '/v1/send', request: '' });
  expect(searchChange('')).toEqual({ path: '', request: '' });
});

test('words of the URL become the query of the endpoint', () => {
  const { state } = readUrlState(logListShape, { path: '/v1', status: '4xx', within: '1h', method: 'POST' });

  expect(logQuery(state, now)).toEqual({
    path: '/v1',
    status: '4xx',
    method: 'POST',
    startDate: '2026-11-12T11:00:00.000Z',
  });
});

test('a status that is none is not asked for', () => {
  const { state } = readUrlState(logListShape, { status: '9xx' });

  expect(logQuery(state, now)).toEqual({});
});

test('every filter of the list is a filter of the URL, and back', () => {
  const change = filterChange({ method: 'PUT' });

  expect(Object.keys(change)).toEqual(logFilters.map(({ key }) => key));
  expect(filterValues(readUrlState(logListShape, change).state)).toEqual({ method: 'PUT' });
});
