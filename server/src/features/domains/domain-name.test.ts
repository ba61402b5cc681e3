import { expect, test } from 'vitest';
import { readDomainName, reservedAs } from './domain-name.ts';

test.each<[text: string, domain: string]>([
  ['acme.com', 'acme.com'],
  [' Mail.ACME.com. ', 'mail.acme.com'],
  ['Bücher.de', 'xn--bcher-kva.de'],
  ['a.b', 'a.b'],
  ['github.io', 'github.io'],
  ['shop.co.uk', 'shop.co.uk'],
])('%s is %s', (text, domain) => {
  expect(readDomainName(text)).toEqual({ ok: true, domain });
});

test.each<[text: string, problem: string]>([
  ['', 'form'],
  ['acme', 'form'],
  ['https://acme.com', 'form'],
  ['acme.com/path', 'form'],
  ['ada@acme.com', 'form'],
  ['-acme.com', 'form'],
  ['ac_me.com', 'form'],
  ['acme..com', 'form'],
  ['.', 'form'],
  [`${'a'.repeat(64)}.com`, 'form'],
  [`${'a.'.repeat(130)}com`, 'form'],
  ['192.0.2.1', 'address'],
  ['2001:db8::1', 'address'],
  ['[2001:db8::1]', 'address'],
  ['com.', 'form'],
  ['co.uk', 'suffix'],
  ['CO.UK', 'suffix'],
])('%j is refused: %s', (text, problem) => {
  expect(readDomainName(text)).toEqual({ ok: false, problem });
});

test.each<[domain: string, reserved: string | null]>([
  ['postrider.test', 'sandbox'],
  ['x.postrider.test', 'sandbox'],
  ['gmail.com', 'mailbox'],
  ['mail.gmail.com', 'mailbox'],
  ['notgmail.com', null],
])('%s is reserved: %s', (domain, reserved) => {
  expect(reservedAs({ SANDBOX_DOMAIN: 'postrider.test', MAILBOX_PROVIDERS: ['gmail.com'] }, domain)).toBe(reserved);
});
