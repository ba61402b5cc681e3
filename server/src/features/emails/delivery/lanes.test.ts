import { expect, test } from 'vitest';
import { laneOf, priorityOf } from './lanes.ts';

test.each([
  ['TRANSACTIONAL', 'TRANSACTIONAL', 'transactional'],
  ['MARKETING', 'TRANSACTIONAL', 'campaign'],
  ['HEADLESS', 'TRANSACTIONAL', 'campaign'],
  ['TRANSACTIONAL', 'WORKFLOW', 'workflow'],
  ['MARKETING', 'WORKFLOW', 'workflow'],
  ['HEADLESS', 'WORKFLOW', 'workflow'],
  ['TRANSACTIONAL', 'CAMPAIGN', 'campaign'],
  ['MARKETING', 'CAMPAIGN', 'campaign'],
  ['HEADLESS', 'CAMPAIGN', 'campaign'],
] as const)('%s mail of source %s goes in the lane %s', (type, sourceType, lane) => {
  expect(laneOf({ type, sourceType })).toBe(lane);
  expect(priorityOf({ lane })).toBe(lane === 'transactional' ? 'urgent' : 'bulk');
});
