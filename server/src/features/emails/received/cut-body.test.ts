import { expect, test } from 'vitest';
import { cutBody } from './record-received-mail.ts';

test.each(['a', 'é', '中', '🐎', '\uFFFD'])('a long text of %s is cut between characters', (letter) => {
  const { text, isCut } = cutBody(letter.repeat(70_000));

  expect(isCut).toBe(true);
  expect(text).toBe(letter.repeat(Math.floor(65_536 / Buffer.byteLength(letter))));
});

test('a text within the limit is not changed', () => {
  expect(cutBody('x'.repeat(65_536))).toEqual({ text: 'x'.repeat(65_536), isCut: false });
  expect(cutBody(`${'\uFFFD'.repeat(10)}`)).toEqual({ text: '\uFFFD'.repeat(10), isCut: false });
});

test('a text of replaced characters is cut in one pass', () => {
  const before = process.threadCpuUsage();

  cutBody(`${'\uFFFD'.repeat(21_000)}${'x'.repeat(70_000)}`);

  expect(process.threadCpuUsage(before).user).toBeLessThan(200_000); // microseconds
});
