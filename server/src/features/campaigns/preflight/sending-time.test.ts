import { expect, test } from 'vitest';
import { sendingSeconds } from './sending-time.ts';

const nothingSet = { recipients: 1_000, perMinute: null, perSecond: [null, 0], canary: null };

test.each([
  ['without rates', {}, 10],
  ['with nobody', { recipients: 0 }, 0],
  ['with a rate of the campaign', { perMinute: 600 }, 100],
  ['with a slower rate of the project', { perMinute: 600, perSecond: [0.5, 14] }, 2_000],
  ['with the rate of the installation', { recipients: 1_204, perSecond: [null, 14] }, 86],
  ['with a faster rate than is assumed', { perSecond: [1_000, null] }, 1],
  ['with a canary', { canary: { observeMinutes: 30 } }, 1_810],
  ['with too few for a canary', { recipients: 99, canary: { observeMinutes: 30 } }, 1],
])('the time that sending takes %s', (_what, given, seconds) => {
  expect(sendingSeconds({ ...nothingSet, ...given })).toBe(seconds);
});
