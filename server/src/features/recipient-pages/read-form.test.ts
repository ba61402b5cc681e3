import { expect, test } from 'vitest';
import { readForm } from './read-form.ts';

const multipart = (name: string, value: string): string =>
  `--x\r\nContent-Disposition: form-data; name="other"\r\n\r\n1\r\n--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--x--\r\n`;

test.each([
  ['a form', 'application/x-www-form-urlencoded', 'a=1&subscribed=true', 'true'],
  ['a form with a charset', 'application/x-www-form-urlencoded; charset=utf-8', 'subscribed=false', 'false'],
  ['a form without a type', null, 'subscribed=false', 'false'],
  ['parts', 'multipart/form-data; boundary=x', multipart('subscribed', 'true'), 'true'],
  ['JSON', 'application/json', '{"subscribed":false}', 'false'],
  ['JSON text', 'application/json', '{"subscribed":"true"}', 'true'],
  ['no body', null, '', null],
  ['another field', null, 'subscribe=true', null],
  ['another part', 'multipart/form-data; boundary=x', multipart('subscribed2', 'true'), null],
  ['broken JSON', 'application/json', '{', null],
  ['empty JSON', 'application/json', 'null', null],
  ['a number', 'application/json', '{"subscribed":1}', null],
])('%s', (_name, type, text, expected) => {
  expect(readForm(type, text, 'subscribed')).toBe(expected);
});
