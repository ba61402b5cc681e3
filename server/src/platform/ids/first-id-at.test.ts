import { expect, test } from 'vitest';
import { firstIdAt, nilId } from './index.ts';

test('the first id of a moment begins with it; before 1970 it is the first of all', () => {
  expect(firstIdAt(new Date(0x0197_f3b7_0000))).toBe('0197f3b7-0000-0000-0000-000000000000');
  expect(firstIdAt(new Date('1969-01-01T00:00:00Z'))).toBe(nilId);
});
