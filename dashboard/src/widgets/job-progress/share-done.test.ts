import { expect, test } from 'vitest';
import { shareDone } from './share-done.ts';

test('an unknown size is not shown as a share', () => {
  expect(shareDone(10, null)).toBeNull();
  expect(shareDone(5, 10)).toBe(0.5);
  expect(shareDone(11, 10)).toBe(1);
  expect(shareDone(0, 0)).toBe(1);
});
