import { expect, test } from 'vitest';
import { readableBody } from './readable-body.ts';

test('JSON gets its lines, and a body that was cut stays as it is', () => {
  expect(readableBody('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(readableBody('{"a":"xx[cut]')).toBe('{"a":"xx[cut]');
});
