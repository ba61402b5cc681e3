import { expect, test } from 'vitest';
import { headerProblem } from './custom-header.ts';

test.each([
  'From',
  'TO',
  'cc',
  'Bcc',
  'Sender',
  'Subject',
  'Date',
  'Message-ID',
  'Return-Path',
  'Received',
  'Resent-To',
  'DKIM-Signature',
  'ARC-Seal',
  'Authentication-Results',
  'MIME-Version',
  'Content-Type',
  'content-transfer-encoding',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
  'X-SES-CONFIGURATION-SET',
  'X-Postrider-Anything',
])('a caller cannot set %s (C8, D-613)', (name) => {
  expect(headerProblem(name, 'x')).toMatchObject({ code: 'custom' });
});

test.each(['In-Reply-To', 'References', 'List-Id', 'Auto-Submitted', 'X-Order', 'Reply-To', 'Feedback-ID', 'Toast'])(
  'a caller may set %s (D-613)',
  (name) => {
    expect(headerProblem(name, 'x y')).toBeNull();
  },
);

test.each([
  ['an empty name', '', 'x', 'invalid_string'],
  ['a colon in the name', 'X:Y', 'x', 'invalid_string'],
  ['a space in the name', 'X Y', 'x', 'invalid_string'],
  ['a line break in the name', 'X\r\nBcc', 'x', 'invalid_string'],
  ['a name outside ASCII', 'X-Ö', 'x', 'invalid_string'],
  ['a name of 77 characters', 'X'.repeat(77), 'x', 'invalid_string'],
  ['CR LF in the value', 'X-Y', 'a\r\nBcc: b@example.com', 'invalid_string'],
  ['a bare LF in the value', 'X-Y', 'a\nb', 'invalid_string'],
  ['NUL in the value', 'X-Y', 'a\u0000b', 'invalid_string'],
  ['a line separator in the value', 'X-Y', 'a\u2028b', 'invalid_string'],
  ['999 characters', 'X-Y', 'a'.repeat(999), 'too_big'],
])('%s is refused (T13, D-612)', (_what, name, value, code) => {
  expect(headerProblem(name, value)).toMatchObject({ code });
});
