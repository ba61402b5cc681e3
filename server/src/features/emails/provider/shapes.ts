import { isIP } from 'node:net';
import { z } from 'zod';
import { Instant, optional, text } from '#platform/http';
import { asciiDomain } from '#pure/addresses';
import { limits } from '#pure/limits';
import { isTopicArn } from '#pure/sns';

/** Stands for a secret in replies. It is refused as a secret: who changes a provider names the secret again. */
export const maskedSecret = '********';

const Host = text(1, limits.providerHostCharacters)
  .transform((given) => (isIP(given) !== 0 ? given : (asciiDomain(given) ?? '')))
  .refine((host) => host !== '', { error: 'Must be the name of a host, or an address.' })
  .meta({ example: 'smtp.example.com' });

/** A control character would end a line of the conversation with the server. */
const Line = (max: number) => text(1, max).regex(/^\P{Cc}*$/u, { error: 'Must not contain control characters.' });
const Secret = Line(limits.providerSecretCharacters).refine((secret) => secret !== maskedSecret, {
  error: 'Secrets are not kept when a provider is changed: name it again.',
});

const SmtpBody = z.object({
  type: z.literal('smtp'),
  host: Host,
  port: z.int().min(1).max(65_535),
  security: z.enum(['tls', 'starttls']),
  username: Line(limits.providerUserCharacters),
  password: Secret,
});

const SesBody = z.object({
  type: z.literal('ses'),
  region: z
    .string()
    .regex(/^[a-z]{2}(-[a-z]{2,12}){1,3}-\d{1,2}$/)
    .meta({ example: 'eu-west-1' }),
  accessKeyId: text(1, limits.providerUserCharacters).regex(/^\w+$/),
  secretAccessKey: Secret,
  configurationSet: optional(text(1, limits.providerSetCharacters).regex(/^[A-Za-z0-9_-]+$/)),
  topicArn: optional(
    z
      .string()
      .refine(isTopicArn, { error: 'Must be the ARN of an SNS topic.' })
      .meta({ description: 'The SNS topic of the configuration set; its notices are believed about this project.' }),
  ),
});

export const ProviderBody = z.discriminatedUnion('type', [
  SmtpBody,
  SesBody,
  z.object({ type: z.literal('instance') }),
]);

export type ProviderRequest = z.output<typeof ProviderBody>;

export const Stage = z.enum(['name', 'connect', 'tls', 'login', 'quota', 'sandbox', 'sender', 'done']);

const relays = z.array(z.string());
const Masked = z.literal(maskedSecret);

export const ProviderReply = z.object({
  source: z.enum(['instance', 'project']),
  type: z.enum(['ses', 'smtp', 'none']),
  settings: z.union([
    z.object({
      relays,
      host: z.string(),
      port: z.int(),
      security: z.enum(['tls', 'starttls']),
      username: z.string(),
      password: Masked,
    }),
    z.object({
      relays,
      region: z.string(),
      accessKeyId: z.string(),
      secretAccessKey: Masked,
      configurationSet: z.string().nullable(),
      topicArn: z.string().nullable(),
    }),
    z.object({ relays }),
  ]),
  lastTest: z.object({ at: Instant, ok: z.boolean(), stage: Stage, message: z.string() }).nullable(),
});
