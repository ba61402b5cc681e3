/** Secrets that are known by their form, and what is written instead. Every pattern is linear. */
export const secretForms: readonly (readonly [form: RegExp, instead: string])[] = [
  [/-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]*(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?/g, '[private key]'],
  [/\b([sp]k|whsec)_[A-Za-z0-9_.+/-]{16,}=*/g, '$1_[cut]'],
  [/\bBearer +[A-Za-z0-9._~+/-]{8,}=*/gi, 'Bearer [cut]'],
  [/\btoken=[A-Za-z0-9._-]{16,}/g, 'token=[cut]'],
  // Links of recipients: page, token.
  [/\/(u|s|m|v|t\/o|t\/c)\/1[A-Za-z0-9_-]{30,}/g, '/$1/[cut]'],
  // The link of an invitation, which lets its reader into the project.
  [/\/(invite|invitations)\/[A-Za-z0-9._-]{40,}/g, '/$1/[cut]'],
  // A login inside the URL of a service.
  [/:\/\/[^\s"'/@\\]{1,300}@/g, '://[cut]@'],
];

/** A text without the secrets that are known by their form. */
export const cutForms = (text: string): string =>
  secretForms.reduce((rest, [form, instead]) => rest.replace(form, instead), text);
