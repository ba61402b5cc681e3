import { expect, test } from 'vitest';
import { shortened } from './shortened.ts';

test('an identifier keeps its two ends', () => {
  expect(shortened('0197f3a2-7e0c-7cc1-9f00-aa12bc34b41e')).toBe('0197f3a2…b41e');
});

test('what is hardly longer than the cut stays whole', () => {
  expect(shortened('0197f3a2-b41e')).toBe('0197f3a2-b41e');
});
