import { expect, test } from 'vitest';
import { trackingOf } from './tracking-of.ts';

test.each([
  ['ENABLED', 'TRANSACTIONAL', undefined, true],
  ['ENABLED', 'MARKETING', undefined, true],
  ['ENABLED', 'MARKETING', false, false],
  ['ENABLED', 'TRANSACTIONAL', true, true],
  ['MARKETING_ONLY', 'TRANSACTIONAL', undefined, false],
  ['MARKETING_ONLY', 'TRANSACTIONAL', true, false],
  ['MARKETING_ONLY', 'MARKETING', undefined, true],
  ['MARKETING_ONLY', 'HEADLESS', undefined, true],
  ['MARKETING_ONLY', 'HEADLESS', false, false],
  ['DISABLED', 'MARKETING', undefined, false],
  ['DISABLED', 'MARKETING', true, false],
] as const)('%s, %s, requested %s: %s (D-608, D-662)', (setting, type, input, isTracked) => {
  expect(trackingOf(setting, type, input)).toEqual({ tracksOpens: isTracked, tracksClicks: isTracked });
});
