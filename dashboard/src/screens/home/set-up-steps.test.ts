import { expect, test } from 'vitest';
import type { SetupState } from '../../api/setup.ts';
import { setUpSteps, stopStateOf } from './set-up-steps.ts';

const fresh: SetupState = {
  mode: 'test',
  hasSubscription: false,
  hasVerifiedDomain: false,
  hasProvider: false,
  keysUsed: false,
  hasDomain: false,
  hasSentEmail: false,
  hasTrackedEvent: false,
  hasEnabledWorkflow: false,
  contactCount: 0,
  lastCampaignSentAt: null,
};
const done = (facts: Partial<SetupState>) =>
  setUpSteps({ ...fresh, ...facts })
    .filter(({ isDone }) => isDone)
    .map(({ key }) => key);

test('a new project has done nothing, and the first step is the one to do', () => {
  const steps = setUpSteps(fresh);
  expect(done({})).toEqual([]);
  expect(steps.map((_, index) => stopStateOf(steps, index))).toEqual(['now', 'wait', 'wait', 'wait', 'wait', 'wait']);
});

test('the first mail ticks its own step, not the one about contacts', () => {
  expect(done({ hasSentEmail: true, contactCount: 1 })).toEqual(['mail']);
  expect(done({ hasSentEmail: true, contactCount: 2 })).toEqual(['mail', 'contacts']);
});

test('a domain that is only added is not done, and says so', () => {
  const steps = setUpSteps({ ...fresh, hasDomain: true });
  expect(steps[1]).toMatchObject({ isDone: false, note: 'added, not verified yet' });
  expect(done({ hasDomain: true, hasVerifiedDomain: true })).toEqual(['domain']);
});

test('every fact ticks one step; after a gap the first that is left is next', () => {
  expect(
    done({
      hasSentEmail: true,
      hasVerifiedDomain: true,
      hasProvider: true,
      contactCount: 9,
      hasTrackedEvent: true,
      mode: 'live',
    }),
  ).toHaveLength(6);
  const steps = setUpSteps({ ...fresh, hasSentEmail: true, hasProvider: true });
  expect(steps.map((_, index) => stopStateOf(steps, index))).toEqual(['good', 'now', 'good', 'wait', 'wait', 'wait']);
});
