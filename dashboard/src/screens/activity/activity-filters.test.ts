import { expect, it } from 'vitest';
import { type ActivityState, activityQuery, activityShape, filterChange } from './activity-filters.ts';

const none: ActivityState = { show: 'all', type: '', day: '', contact: '', mode: '' };

it('asks for everything without a filter', () => {
  expect(activityQuery(none)).toEqual({});
});

it('a day is asked for whole, also the last of a month', () => {
  expect(activityQuery({ ...none, day: '2026-10-31' })).toEqual({ from: '2026-10-31', to: '2026-11-01' });
});

it('a tab asks for its types, and a chosen type for itself alone', () => {
  expect(activityQuery({ ...none, show: 'workflows' })).toEqual({ types: 'workflow.started,workflow.completed' });
  expect(activityQuery({ ...none, show: 'workflows', type: 'email.sent' })).toEqual({ types: 'email.sent' });
});

it('a day that does not exist is not taken', () => {
  expect(activityShape.day.read('2026-13-01')).toBeUndefined();
  expect(filterChange({ day: 'tomorrow', type: 'nothing' })).toEqual({ type: '', day: '', contact: '', mode: '' });
});
