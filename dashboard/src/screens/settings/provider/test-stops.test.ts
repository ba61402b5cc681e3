import { expect, test } from 'vitest';
import { stopsOfTest } from './test-stops.ts';

const states = (result: Parameters<typeof stopsOfTest>[0]) => stopsOfTest(result).map(({ state }) => state);

test('a passed test went the whole way', () => {
  expect(states({ ok: true, stage: 'done' })).toEqual(['good', 'good', 'good', 'good']);
});

test('a failed one stops at its stage, and what follows was not asked', () => {
  expect(states({ ok: false, stage: 'tls' })).toEqual(['good', 'good', 'stopped', 'never']);
  expect(states({ ok: false, stage: 'name' })).toEqual(['stopped', 'never', 'never', 'never']);
});

test('stages of a cloud mail API are drawn when the test came to one of them', () => {
  expect(states({ ok: false, stage: 'sandbox' })).toEqual(['good', 'good', 'good', 'good', 'good', 'stopped', 'never']);
});
