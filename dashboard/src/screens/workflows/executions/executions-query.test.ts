import { expect, test } from 'vitest';
import { executionsQuery } from './executions-query.ts';

const nothing = { state: '', step: '', version: 0, contact: '', page: 1 } as const;

test('without filters the newest are asked for', () => {
  expect(executionsQuery(nothing)).toEqual({ page: 1, pageSize: 50 });
});

test('each filter of the URL becomes one of the API', () => {
  expect(executionsQuery({ state: 'inside', step: 's', version: 3, contact: 'c', page: 2 })).toEqual({
    page: 2,
    pageSize: 50,
    status: 'RUNNING,WAITING',
    stepId: 's',
    version: 3,
    contactId: 'c',
  });
  expect(executionsQuery({ ...nothing, state: 'finished' }).status).toBe('COMPLETED,EXITED');
});
