import { z } from 'zod';
import { Instant, instant } from '#platform/http';
import { parseAddress } from '#pure/addresses';
import { isLongerThan } from '#pure/custom-fields';
import { limits } from '#pure/limits';
import type { User } from './user.ts';

/** An address as a person types it; parsed by the one parser (D-120). */
export const Address = z
  .string()
  .transform((text, ctx) => {
    const parsed = parseAddress(text);
    if (parsed.ok) return parsed.address;
    ctx.addIssue({ code: 'custom', message: parsed.reason, params: { code: 'invalid_string' } });
    return z.NEVER;
  })
  .meta({ format: 'email' });

/** UTF-16 units of a password as it is sent. Why: NFKC costs the square of the marks in a row; more is never normalised. */
const maxUnits = limits.passwordUnits;

/** A password of `min` to `max` characters. Why NFKC: the same one typed on two systems can differ in bytes. */
const password = (min: number, max: number) =>
  z
    .string()
    .transform((text, ctx): string => {
      const issue = { origin: 'string', inclusive: true, input: '' } as const;
      const isReadable = text.length <= maxUnits;
      const normal = isReadable ? text.normalize('NFKC') : '';
      if (!isReadable || isLongerThan(normal, max)) ctx.addIssue({ ...issue, code: 'too_big', maximum: max });
      else if (!isLongerThan(normal, min - 1)) ctx.addIssue({ ...issue, code: 'too_small', minimum: min });
      return normal;
    })
    .meta({ ...(min > 0 ? { minLength: min } : {}), maxLength: max });

/** A password to compare: everything that could ever have been set is accepted. */
export const Password = password(0, maxUnits);

export const NewPassword = password(10, limits.newPasswordCharacters);

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
