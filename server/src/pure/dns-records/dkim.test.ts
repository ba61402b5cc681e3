import { expect, test } from 'vitest';
import { dkimRecord, holdsDkimKey } from './dkim.ts';
import { isSameHost } from './host-name.ts';

const key = 'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A+/=';

test('the record that we request contains its key', () => {
  expect(holdsDkimKey(dkimRecord(key), key)).toBe(true);
});

test.each<[text: string, holds: boolean]>([
  [`p=${key}`, true],
  [` k = rsa ;p=${key} ;v=DKIM1;`, true],
  [`v=DKIM1; k=rsa; p=${key.slice(0, 9)} \t${key.slice(9)}`, true],
  [`v=DKIM1; t=s; n=notes; p=${key}`, true],
  [`v=DKIM1; h=sha1:sha256; s=email; p=${key}`, true],
  [`v=DKIM1; h=sha1; p=${key}`, false],
  [`v=DKIM1; s=tlsrpt; p=${key}`, false],
  [`v=DKIM2; p=${key}`, false],
  [`k=ed25519; p=${key}`, false],
  ['v=DKIM1; p=', false],
  [`v=DKIM1; p=${key}; p=${key}`, false],
  [`"v=DKIM1; k=rsa; p=${key}"`, false],
  ['', false],
  ['no tags here', false],
])('%j: %s (D-704)', (text, holds) => {
  expect(holdsDkimKey(text, key)).toBe(holds);
});

test('host names are compared without case and final dot (D-704)', () => {
  expect(isSameHost('Mail.Acme.com.', 'mail.acme.COM')).toBe(true);
  expect(isSameHost('mail.acme.com', 'acme.com')).toBe(false);
});
