import { z } from 'zod';
import { Instant, instant } from '#platform/http';
import { parseAddress } from '#pure/addresses';
import type { User } from './user.ts';

/** An address a person types; read by the one parser (D-120). */
export const Address = z
  .string()
  .transform((text, ctx) => {
    const parsed = parseAddress(text);
    if (parsed.ok) return parsed.address;
    ctx.addIssue({ code: 'custom', message: parsed.reason, params: { code: 'invalid_string' } });
    return z.NEVER;
  })
  .meta({ format: 'email' });

// Why: the same password typed on two systems can differ in bytes; NFKC makes it one text.
export const Password = z.string().transform((text) => text.normalize('NFKC'));

export const NewPassword = Password.superRefine((text, ctx) => {
  const length = [...text].length;
  if (length < 10) ctx.addIssue({ code: 'too_small', origin: 'string', minimum: 10, inclusive: true, input: text });
  if (length > 128) ctx.addIssue({ code: 'too_big', origin: 'string', maximum: 128, inclusive: true, input: text });
}).meta({ minLength: 10, maxLength: 128 });

export const UserReply = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  emailVerified: z.boolean(),
  type: z.enum(['PASSWORD', 'OAUTH']),
  providers: z.array(z.string()),
  isInstanceAdmin: z.boolean(),
  createdAt: Instant,
});

export const toUserReply = (user: User): z.output<typeof UserReply> => ({
  id: user.id,
  email: user.email,
  name: user.name,
  emailVerified: user.isVerified,
  type: user.hasPassword ? 'PASSWORD' : 'OAUTH',
  providers: [...user.providers],
  isInstanceAdmin: user.isInstanceAdmin,
  createdAt: instant(user.createdAt),
});

export const Success = z.object({ success: z.literal(true) });

export const SessionReply = z.object({
  id: z.string(),
  current: z.boolean(),
  createdAt: Instant,
  lastSeenAt: Instant,
  userAgent: z.string().nullable(),
  clientAddress: z.string(),
});
