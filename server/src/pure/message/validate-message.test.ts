import fc from 'fast-check';
import { expect, test } from 'vitest';
import { messageProblems } from './validate-message.ts';

const header = [
  'From: Acme <hello@acme.example>',
  'To: "Lovelace, Ada <the first>" <ada@example.com>',
  'Subject: Hello',
  'Message-ID: <0197f3a2-0000-7000-8000-000000000000@acme.example>',
  'Date: Sat, 14 Nov 2026 10:00:00 +0000',
  'MIME-Version: 1.0',
  'Content-Type: text/plain; charset=utf-8',
];
const message = (lines: readonly string[], body = 'Hello\r\n') => Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`);
const problems = (lines: readonly string[], body?: string) => messageProblems(message(lines, body), 'ada@example.com');
const without = (name: string) => header.filter((line) => !line.startsWith(`${name}:`));

test('a well-formed message passes (M9)', () => {
  expect(problems(header)).toEqual([]);
  expect(problems([...without('To'), 'To: ada@example.com'])).toEqual([]);
  expect(problems(header, `${'x'.repeat(998)}\r\n`)).toEqual([]);
});

test.each(['From', 'To', 'Subject', 'Date', 'Message-ID', 'MIME-Version', 'Content-Type'])(
  'a message needs %s exactly once (M9)',
  (name) => {
    const line = header.find((text) => text.startsWith(`${name}:`)) ?? '';

    expect(problems(without(name))).toEqual([`not exactly one ${name.toLowerCase()}`]);
    expect(problems([...header, line])).toEqual([`not exactly one ${name.toLowerCase()}`]);
  },
);

test.each([
  ['a bare LF', header, 'a\nb\r\n', 'a bare LF at byte'],
  ['a bare CR', header, 'a\rb\r\n', 'a bare CR after byte'],
  ['a CR before CR LF', header, 'a\r\r\n', 'a bare CR after byte'],
  ['NUL', header, 'a\0b\r\n', 'a zero byte'],
  ['a byte above 127', header, 'é\r\n', 'bytes outside ASCII'],
  ['999 octets in a line', header, `${'x'.repeat(999)}\r\n`, 'a line of 999 octets'],
  ['no line end at the end', header, 'x', 'the last line does not end in CRLF'],
  ['a CR at the end', header, 'x\r', 'the last line does not end in CRLF'],
  ['a Bcc', [...header, 'Bcc: eve@example.com'], undefined, 'a bcc header'],
  ['a Cc', [...header, 'Cc: eve@example.com'], undefined, 'a cc header'],
  ['a return path', [...header, 'Return-Path: <x@example.com>'], undefined, 'a return-path header'],
  ['a folded List-Unsubscribe', [...header, 'List-Unsubscribe:', ' <https://x>'], undefined, 'a folded list-unsub'],
  ['a line that is no header', [...header, 'no header at all'], undefined, 'a header line that is none'],
  ['two recipients', [...without('To'), 'To: ada@example.com, eve@example.com'], undefined, 'To names another'],
  ['another recipient', [...without('To'), 'To: eve@example.com'], undefined, 'To names another'],
  ['no body', [], '', 'not exactly one from'],
])('%s is refused (M9)', (_name, lines, body, problem) => {
  expect(problems(lines, body)[0]).toContain(problem);
});

test('every hidden end of data in a message is refused (T15)', () => {
  for (const dot of ['\n.\n', '\n.\r\n', '\r.\r', '\r\n.\n', '\r.\r\n', '\r\n.\r', '\r\n\0.\r\n']) {
    expect(problems(header, `a${dot}MAIL FROM:<x@example.com>\r\n`)).not.toEqual([]);
  }
});

test('random bytes in a valid message are detected unless they are harmless (M9)', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat({ max: 255 }), (at, byte) => {
      const bytes = message(header, `${'line\r\n'.repeat(20)}`);
      bytes[at % bytes.length] = byte;

      if (messageProblems(bytes, 'ada@example.com').length > 0) return;
      const text = bytes.toString('latin1');
      expect(text).not.toMatch(/[^\r]\n|\r[^\n]|\0|[\x80-\xff]/);
    }),
    { numRuns: 5_000 },
  );
});
