import { expect, test } from 'vitest';
import { attemptWords, deliveryState, didSucceed } from './delivery-words.ts';

const attempt = { at: '2026-11-18T11:00:00.000Z', statusCode: 503, durationMs: 2_100, response: null, error: 'no' };

test('a delivery that failed once says that it is tried again', () => {
  expect(deliveryState({ status: 'waiting', attempts: [] }).word).toBe('Waiting');
  expect(deliveryState({ status: 'waiting', attempts: [attempt] }).word).toBe('Trying again');
  expect(deliveryState({ status: 'failed', attempts: [attempt] }).word).toBe('Failed');
});

test('an attempt is told by its answer and its length, also when there was no answer', () => {
  expect(attemptWords(attempt)).toBe('503 in 2.1\u00a0s');
  expect(attemptWords({ ...attempt, statusCode: null, durationMs: 40 })).toBe('no answer in 40\u00a0ms');
});

test.each([
  [null, false],
  [199, false],
  [200, true],
  [299, true],
  [301, false],
])('%s: success %s', (statusCode, isSuccess) => {
  expect(didSucceed({ statusCode })).toBe(isSuccess);
});
