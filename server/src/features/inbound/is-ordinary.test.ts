import { expect, test } from 'vitest';
import { isOrdinary } from './is-ordinary.ts';

const head = 'From: ada@example.com\r\nSubject: x\r\n';

test.each<[string, string, boolean]>([
  ['a small mail', `${head}\r\nhello\r\n`, true],
  ['ten megabytes in lines of usual length', `${head}\r\n${`${'y'.repeat(76)}\r\n`.repeat(130_000)}`, true],
  ['five signatures', `${'DKIM-Signature: x\r\n'.repeat(5)}${head}\r\nx`, true],
  ['signatures in the text', `${head}\r\n${'DKIM-Signature: x\r\n'.repeat(50)}`, true],
  ['no line end', 'From: a', true],
  ['nothing', '', true],
  ['six signatures', `${'dkim-signature : x\r\n'.repeat(6)}${head}\r\nx`, false],
  ['a line without an end', `${head}\r\n${'y'.repeat(10_001)}`, false],
  ['a million lines', `${head}\r\n${'\r\n'.repeat(1_000_000)}`, false],
  ['a header of many lines', `${head}${'X: y\r\n'.repeat(3_000)}\r\nx`, false],
  ['a header of many bytes', `${head}${`X: ${'y'.repeat(900)}\r\n`.repeat(200)}\r\nx`, false],
])('%s: ordinary or not', (_name, raw, expected) => {
  expect(isOrdinary(Buffer.from(raw))).toBe(expected);
});
