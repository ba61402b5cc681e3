import { secretForms } from '#pure/redaction';

/** Names whose text is never written, at any depth of a line. */
const secretNames = [
  'password',
  'newPassword',
  'currentPassword',
  'token',
  'sessionToken',
  'session',
  'authorization',
  'cookie',
  'cookies',
  'set-cookie',
  'secret',
  'secretKey',
  'privateKey',
  'private_key',
  'email',
  'recipient',
  'subject',
  'html',
  'body',
].join('|');

/** What must not appear in a line, by name or by form, and what is written instead. Every pattern is linear. */
const cuts: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`"(${secretNames})":(?:"(?:[^"\\\\]|\\\\.)*"|\\[[^\\]]*\\]|\\{[^}]*\\})`, 'gi'), '"$1":"[cut]"'],
  ...secretForms,
  // Why the look behind: a long run of letters is tried once, from its beginning.
  [/(?<![^\s<>@"':,;()/[\]\\])[^\s<>@"':,;()/[\]\\]{1,320}@[^\s<>@"':,;()\\]{1,320}/g, '[address]'],
];

/** Removes keys, tokens, logins, addresses and contents from a line before it is written. */
export const redact = (line: string): string =>
  cuts.reduce((text, [form, instead]) => text.replace(form, instead), line);
