import { z } from 'zod';

const id = z.string().regex(/^[a-z0-9-]{1,32}$/, 'lower-case letters, digits and hyphens');
const client = { id, clientId: z.string().min(1), clientSecret: z.string().min(1) };
const presets = {
  google: { name: 'Google', kind: 'oidc', issuer: 'https://accounts.google.com' },
  github: { name: 'GitHub', kind: 'github', host: 'https://github.com', api: 'https://api.github.com' },
} as const;

const provider = z.union([
  z
    .object({ ...client, preset: z.enum(['google', 'github']), name: z.string().optional() })
    .transform(({ preset, name, ...rest }) => ({ ...rest, ...presets[preset], name: name ?? presets[preset].name })),
  z
    .object({ ...client, name: z.string().min(1), issuer: z.url() })
    .transform((given) => ({ ...given, kind: 'oidc' as const })),
  z
    .object({ ...client, name: z.string().min(1), kind: z.literal('github'), host: z.url(), api: z.url() })
    .transform((given) => given),
]);

/** Parsed from JSON text, so one setting can hold any number of providers. */
export const oauthProviders = z
  .string()
  .transform((value, ctx): unknown => {
    try {
      return JSON.parse(value);
    } catch {
      ctx.addIssue({ code: 'custom', message: 'must be a JSON array' });
      return z.NEVER;
    }
  })
  .pipe(z.array(provider));

export type OAuthProvider = z.output<typeof provider>;
