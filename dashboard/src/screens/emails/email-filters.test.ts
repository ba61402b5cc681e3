import { expect, test } from 'vitest';
import { readUrlState } from '../../navigation/url-state.ts';
import { emailFilters, emailListShape, emailQuery, filterChange, filterValues } from './email-filters.ts';

const now = Date.parse('2026-11-12T12:00:00.000Z');

test('words of the URL become the query of the endpoint', () => {
  const { state, rejected } = readUrlState(emailListShape, {
    search: 'order',
    within: '24h',
    status: 'delivered',
    test: 'false',
    source: 'CAMPAIGN',
  });

  expect(rejected).toEqual([]);
  expect(emailQuery(state, now)).toEqual({
    search: 'order',
    status: 'DELIVERED,OPENED,CLICKED',
    sourceType: 'CAMPAIGN',
    test: false,
    startDate: '2026-11-11T12:00:00.000Z',
  });
});

test('a value that is none falls back and is named', () => {
  const { state, rejected } = readUrlState(emailListShape, { status: 'LOST' });

  expect(rejected).toEqual(['status']);
  expect(emailQuery(state, now)).toEqual({});
});

test('every filter of the list is a filter of the URL, and back', () => {
  const keys = emailFilters({ templates: [], campaigns: [], workflows: [] }).map(({ key }) => key);
  const change = filterChange({ status: 'failed', recipient: 'a@example.com' });

  expect(Object.keys(change).sort()).toEqual([...keys].sort());
  const { state } = readUrlState(emailListShape, change);
  expect(filterValues(state)).toEqual({ status: 'failed', recipient: 'a@example.com' });
});
