import { expect, test } from 'vitest';
import { processorMs } from '#testing/processor-time';
import { NewPassword, Password } from './shapes.ts';

const issuesOf = (shape: typeof Password, text: string) =>
  shape.safeParse(text).error?.issues.map(({ code, message }) => ({ code, isText: typeof message === 'string' }));

test('a password is the same text however it was typed', () => {
  expect(Password.parse('pa\u0301ssword')).toBe(Password.parse('p\u00e1ssword'));
  expect(NewPassword.parse(`${'a\u0301'.repeat(128)}`)).toBe('\u00e1'.repeat(128));
});

test('lengths count characters of the normalised text', () => {
  expect(issuesOf(NewPassword, 'a'.repeat(9))).toMatchObject([{ code: 'too_small' }]);
  expect(issuesOf(NewPassword, '🐎'.repeat(9))).toMatchObject([{ code: 'too_small' }]);
  expect(NewPassword.safeParse('🐎'.repeat(128)).success).toBe(true);
  expect(issuesOf(NewPassword, '🐎'.repeat(129))).toMatchObject([{ code: 'too_big' }]);
  expect(Password.safeParse('').success).toBe(true);
});

test.each([Password, NewPassword])('a password of 200 KB is refused before it is normalised', (shape) => {
  const marks = `a${'\u0301\u0323'.repeat(50_000)}`;
  const refuse = (): void => expect(issuesOf(shape, marks)).toMatchObject([{ code: 'too_big' }]);

  expect(processorMs(refuse)).toBeLessThan(1_000); // normalising it takes ten seconds; of a megabyte, minutes
});
