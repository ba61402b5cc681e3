import { expect, test } from 'vitest';
import { headerValue, messageHeaders } from './message-headers.ts';

const message = [
  'Subject: Welcome: friend',
  'Content-Type: multipart/alternative;',
  ' boundary="--x"',
  'X-Empty:',
  '',
  'Body: not a header',
].join('\r\n');

test('headers end at the first empty line, and folded lines belong together', () => {
  expect(messageHeaders(message)).toEqual([
    { name: 'Subject', value: 'Welcome: friend' },
    { name: 'Content-Type', value: 'multipart/alternative; boundary="--x"' },
    { name: 'X-Empty', value: '' },
  ]);
  expect(messageHeaders(message.replaceAll('\r\n', '\n'))).toHaveLength(3);
});

test('a name is found in any case; an unknown one is null', () => {
  const headers = messageHeaders(message);
  expect(headerValue(headers, 'subject')).toBe('Welcome: friend');
  expect(headerValue(headers, 'dkim-signature')).toBeNull();
});

test('what is no header is left out', () => {
  expect(messageHeaders('')).toEqual([]);
  expect(messageHeaders('no colon here\n: nameless')).toEqual([]);
});
