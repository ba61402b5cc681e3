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
  [/-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]*(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?/g, '[private key]'],
  [/\b([sp]k)_[A-Za-z0-9_.-]{16,}/g, '$1_[cut]'],
  [/\bBearer +[A-Za-z0-9._~+/-]{8,}=*/gi, 'Bearer [cut]'],
  [/\btoken=[A-Za-z0-9._-]{16,}/g, 'token=[cut]'],
  // Links of recipients: page, token.
  [/\/(u|s|m|v|t\/o|t\/c)\/1[A-Za-z0-9_-]{30,}/g, '/$1/[cut]'],
  // A login inside the URL of a service.
  [/:\/\/[^\s"'/@\\]{1,300}@/g, '://[cut]@'],
  // Why the look behind: a long run of letters is tried once, from its beginning.
  [/(?<![^\s<>@"':,;()/[\]\\])[^\s<>@"':,;()/[\]\\]{1,320}@[^\s<>@"':,;()\\]{1,320}/g, '[address]'],
];

/** Removes keys, tokens, logins, addresses and contents from a line before it is written. */
export const redact = (line: string): string =>
  cuts.reduce((text, [form, instead]) => text.replace(form, instead), line);
